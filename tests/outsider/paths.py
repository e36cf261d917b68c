#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Holds `wend paths` and positions of `wend run` to a second reader of path files, written from wend's pages alone.

paths.py WEND [--files N] [--seed S] [FILE...]

Reads the files (GeoJSON, CSV, GPX), those of the folder WEND_DATA_DIR, and N random ones: rivers, features that are
split at 180 degrees, tracks, surveys in UTM. Compares numbers of features, parts, paths and nodes, lengths, extents and
skipped parts, and where agents on plane paths are. GPX is left out where the command has no GDAL.
"""
import argparse
import csv
import io
import json
import math
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

RADIUS = 6371008.8  # of the earth, metres


class Wrong(Exception):
    pass


def f32(value):
    return struct.unpack("f", struct.pack("f", value))[0]


# ---- reading: a file is (number of features, lines, number of skipped parts); a line (points, is a ring)

def read_geojson(text):
    root = json.loads(text)
    lines, skipped = [], 0

    def geometry(one):
        nonlocal skipped
        if one is None or one["type"] in ("Point", "MultiPoint"):
            skipped += 1
            return
        if one["type"] == "GeometryCollection":
            skipped += not one["geometries"]
            for inner in one["geometries"]:
                geometry(inner)
            return
        depth = {"LineString": 0, "MultiLineString": 1, "Polygon": 1, "MultiPolygon": 2}[one["type"]]
        level = [one["coordinates"]]
        for _ in range(depth):
            skipped += sum(not inner for inner in level)
            level = [deeper for inner in level for deeper in inner]
        lines.extend(([tuple(p[:2]) for p in line], "Polygon" in one["type"]) for line in level)

    features = root["features"] if root["type"] == "FeatureCollection" else [root]
    for feature in features:
        geometry(feature["geometry"] if feature["type"] == "Feature" else feature)
    return len(features), lines, skipped


def read_csv(text):
    lines, name = [], None
    for row in csv.DictReader(io.StringIO(text)):
        if row["path"] != name:
            name = row["path"]
            lines.append(([], False))
        lines[-1][0].append((float(row["x"]), float(row["y"])))
    return len(lines), lines, 0


def read_gpx(text):
    features, lines, skipped = 0, [], 0
    root = xml.etree.ElementTree.fromstring(text)
    tag = lambda element: element.tag.split("}")[-1]
    points = lambda element: [(float(p.get("lon")), float(p.get("lat"))) for p in element if tag(p) in ("trkpt", "rtept")]
    for kind in ("wpt", "rte", "trk"):  # in the order of GDAL's layers
        for element in root:
            if tag(element) != kind:
                continue
            features += 1
            skipped += kind == "wpt"
            if kind == "rte":
                lines.append((points(element), False))
            if kind == "trk":
                lines.extend((points(part), False) for part in element if tag(part) == "trkseg")
    return features, lines, skipped


READERS = {".geojson": read_geojson, ".json": read_geojson, ".csv": read_csv, ".gpx": read_gpx}


# ---- geometry

def unrolled(points):
    out = []
    for x, y in points:
        if out:
            x += 360 * round((out[-1][0] - x) / 360)
        out.append((x, y))
    return out


def gathered(lines):
    """Each line turned by whole turns into the smallest arc: tries every line's west end as the arc's."""
    ends = [(min(x for x, _ in line), max(x for x, _ in line)) for line in lines]

    def turns(west):
        return [math.floor((low - west + 1e-9) / 360) for low, _ in ends]

    def width(by):
        return max(high - 360 * t for (_, high), t in zip(ends, by)) - min(low - 360 * t for (low, _), t in zip(ends, by))
    best = [0] * len(lines)
    for west in {low for low, _ in ends}:
        if width(tried := turns(west)) < width(best) - 1e-9:
            best = tried
    west = min(low - 360 * t for (low, _), t in zip(ends, best))
    turn = math.floor((west + 180) / 360) if any(best) else 0  # west in [-180, 180)
    return [[(x - 360 * (t + turn), y) for x, y in line] for line, t in zip(lines, best)]


def middle(lines):
    xs, ys = zip(*(p for line in lines for p in line))
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def placed(lines, projection):
    """In metres, or as they are; and the origin in the file's coordinates."""
    if projection == "none":
        centre = middle(lines)
        reach = max(abs(value) for line in lines for p in line for value in p)
        own = max(abs(value - c) for line in lines for p in line for value, c in zip(p, centre))
        moves = 2 ** (math.floor(math.log2(reach)) - 23) > 1e-3 and reach >= 4 * own if reach > 0 else False
        origin = tuple(round(value) for value in centre) if moves else (0, 0)
        return [[(x - origin[0], y - origin[1]) for x, y in line] for line in lines], origin
    out, common = [], middle(lines)
    for line in lines:
        c = middle([line]) if projection == "per-path" else common
        shrink = math.cos(math.radians(c[1]))
        out.append([(RADIUS * shrink * math.radians(x - c[0]), RADIUS * math.radians(y - c[1])) for x, y in line])
    return out, None


def nodes_of(line, ring):
    nodes = []
    for p in line:
        node = f32(p[0]), f32(p[1])
        if not nodes or nodes[-1] != node:
            nodes.append(node)
    closed = ring or (len(nodes) > 2 and nodes[0] == nodes[-1])
    while len(nodes) > 1 and closed and nodes[0] == nodes[-1]:
        nodes.pop()
    return nodes, closed


# ---- the command

def parse(out):
    found = {m[1]: m[2] for m in re.finditer(r"^([a-z]+(?: error)?) {2,}(.*)$|^(scale error) (.*)$", out, re.M) if m[1]}
    numbers = lambda key: [float(n) for n in re.findall(r"-?\d[\d.]*(?:e[-+]?\d+)?", found[key])]
    result = {key: numbers(key) for key in ("features", "parts", "paths", "nodes", "lengths", "extent", "skipped")}
    result["origin"] = numbers("origin") if "origin" in found else [0, 0]
    return result


def near(a, b, tolerance):
    return len(a) == len(b) and all(abs(x - y) <= tolerance * max(abs(x), abs(y)) + 1e-9 for x, y in zip(a, b))


def check(wend, file, projection):
    """False where the command cannot read the format."""
    done = subprocess.run([wend, "paths", file, "--projection", projection], capture_output=True, text=True)
    if "needs GDAL" in done.stderr:
        return False
    with open(file) as stream:
        features, raw, skipped = READERS[os.path.splitext(file)[1]](stream.read())
    lines = [(points, ring) for points, ring in raw if len(points) >= 2]
    if not lines:
        if done.returncode != 2:
            raise Wrong(f"{file} has no line, and is accepted")
        return True
    if projection != "none":
        lines = [(unrolled(points), ring) for points, ring in lines]
        lines = [(points, ring and abs(points[-1][0] - points[0][0]) <= 180) for points, ring in lines]
        lines = list(zip(gathered([points for points, _ in lines]), (ring for _, ring in lines)))
    there, origin = placed([points for points, _ in lines], projection)
    paths, lengths = [], []
    for line, (_, ring) in zip(there, lines):
        nodes, closed = nodes_of(line, ring)
        if len(nodes) < 2:
            continue
        paths.append((nodes, closed))
        lengths.append(sum(map(math.dist, line, line[1:])) + (math.dist(line[-1], line[0]) if ring else 0))
    if not paths:
        if done.returncode != 2:
            raise Wrong(f"{file} has no path, and is accepted")
        return True
    if done.returncode != 0:
        raise Wrong(f"{file}: {done.stderr}")
    got = parse(done.stdout)
    ordered = sorted(lengths)
    median = (ordered[len(ordered) // 2] + ordered[(len(ordered) - 1) // 2]) / 2
    xs, ys = zip(*(p for points, _ in lines for p in points))
    expected = {
        "features": [features], "parts": [len(raw)], "paths": [len(paths), sum(closed for _, closed in paths)],
        "nodes": [sum(len(nodes) for nodes, _ in paths)], "lengths": [ordered[0], median, ordered[-1], sum(lengths)],
        "extent": [min(xs), max(xs), min(ys), max(ys)], "skipped": [skipped + len(raw) - len(paths)],
        "origin": list(origin or (0, 0))}
    for key, values in expected.items():
        if not near(got[key], values, 2e-5 if key in ("lengths", "extent") else 0):
            raise Wrong(f"{file} --projection {projection}: {key} are {got[key]}, expected {values}")
    return True


def check_agents(wend, file, folder):
    """Agents that walk on plane paths are on the file's lines, in the file's coordinates."""
    scenario = os.path.join(folder, "walk.json")
    with open(scenario, "w") as stream:
        json.dump({"seed": 1, "dt": 0.5, "ticks": 7, "agents": {"count": 50, "speed": [0.5, 3]},
                   "paths": {"file": file, "projection": "none"}, "stages": [{"waypoint_advance": {"mode": "ping-pong"}}]}, stream)
    done = subprocess.run([wend, "run", scenario, "--out", "-"], capture_output=True, text=True)
    if done.returncode != 0:
        raise Wrong(f"{file}: {done.stderr}")
    with open(file) as stream:
        _, lines, _ = read_csv(stream.read())
    places = set()
    for row in csv.DictReader(io.StringIO(done.stdout)):
        p = float(row["position_x"]), float(row["position_y"])
        places.add(p)
        points = lines[int(row["path"])][0]
        least = min(distance(p, a, b) for a, b in zip(points, points[1:]))
        if least > 2e-3:
            raise Wrong(f"{file}: an agent is at {p}, {least} from its path")
    if len(places) < 45:
        raise Wrong(f"{file}: 50 agents stand at {len(places)} places")


def distance(p, a, b):
    along = (b[0] - a[0], b[1] - a[1])
    square = along[0] ** 2 + along[1] ** 2
    u = min(1, max(0, ((p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1]) / square)) if square > 0 else 0
    return math.dist(p, (a[0] + u * along[0], a[1] + u * along[1]))


# ---- random files

def river(chance, x, y, step, count):
    points = [(x, y)]
    for _ in range(count):
        points.append((points[-1][0] + chance.uniform(-step, step), max(-89, min(89, points[-1][1] + chance.uniform(-step, step)))))
    return points


def random_geojson(chance):
    features = []
    split = chance.random() < 0.5
    for _ in range(chance.randint(1, 6)):
        x, y = (chance.uniform(177, 183), chance.uniform(-50, 50)) if split else (chance.uniform(-170, 170), chance.uniform(-80, 80))
        line = river(chance, x, y, 0.3, chance.randint(0, 30))
        wrap = lambda p: (p[0] - 360 if p[0] > 180 else p[0], p[1])
        parts, last = [[]], None
        for p in line:  # as RFC 7946 asks: no part crosses 180 degrees
            if split and last is not None and (last[0] > 180) != (p[0] > 180):
                parts.append([])
            parts[-1].append(list(wrap(p)) + ([chance.random()] if chance.random() < 0.2 else []))
            last = p
        if chance.random() < 0.2:
            geometry = {"type": "Polygon", "coordinates": [part + part[:1] for part in parts]}
        else:
            geometry = {"type": "MultiLineString", "coordinates": parts}
        features.append({"type": "Feature", "geometry": None if chance.random() < 0.1 else geometry})
    return json.dumps({"type": "FeatureCollection", "features": features})


def random_survey(chance):
    """In UTM: 166 to 834 km east, up to 10,000 km north; or near the origin."""
    x, y = (chance.uniform(166e3, 834e3), chance.uniform(0, 1e7)) if chance.random() < 0.8 else (0, 0)
    rows = ["path,x,y"]
    for i in range(chance.randint(1, 4)):
        points = river(chance, 0, 0, chance.choice([0.3, 3, 30]), chance.randint(1, 60))
        at = chance.uniform(-1000, 1000), chance.uniform(-1000, 1000)
        rows += [f"p{i},{x + at[0] + a:.4f},{y + at[1] + b:.4f}" for a, b in points]
    return "\n".join(rows) + "\n"


def random_gpx(chance):
    prefix = chance.choice(["", "", "g:", "gpx:"])
    name = prefix[:-1]
    point = lambda kind, p: f'<{prefix}{kind} lat="{p[1]:.6f}" lon="{p[0]:.6f}"/>'
    body = "".join(point("wpt", (chance.uniform(0, 9), chance.uniform(0, 9))) for _ in range(chance.randint(0, 2)))
    for _ in range(chance.randint(0, 2)):
        body += f"<{prefix}rte>" + "".join(point("rtept", p) for p in river(chance, 8, 50, 0.01, 9)) + f"</{prefix}rte>"
    for _ in range(chance.randint(1, 2)):
        parts = ("".join(point("trkpt", p) for p in river(chance, 8, 50, 0.01, chance.randint(2, 40))) for _ in range(chance.randint(1, 3)))
        body += f"<{prefix}trk>" + "".join(f"<{prefix}trkseg>{part}</{prefix}trkseg>" for part in parts) + f"</{prefix}trk>"
    space = f"xmlns:{name}" if name else "xmlns"
    return f'<?xml version="1.0"?>\n<!-- a <gpx> --><{prefix}gpx version="1.1" creator="x" {space}="http://www.topografix.com/GPX/1/1">{body}</{prefix}gpx>\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("wend", help="the command")
    parser.add_argument("given", nargs="*", help="path files")
    parser.add_argument("--files", type=int, default=30, help="random ones of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder_of_data = os.environ.get("WEND_DATA_DIR")
    real = list(options.given)
    if folder_of_data:
        real += sorted(os.path.join(folder_of_data, n) for n in os.listdir(folder_of_data) if os.path.splitext(n)[1] in READERS)
    compared, left_out = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.files):
            chance = random.Random(seed)
            for end, make in ((".geojson", random_geojson), (".csv", random_survey), (".gpx", random_gpx)):
                file = os.path.join(folder, f"seed{seed}{end}")
                with open(file, "w") as stream:
                    stream.write(make(chance))
                real.append(file)
        for file in real:
            is_plane = file.endswith(".csv")
            try:
                for projection in ("none",) if is_plane else ("geographic", "per-path", "none"):
                    if check(options.wend, file, projection):
                        compared += 1
                    else:
                        left_out += 1
                if is_plane and file.startswith(folder):
                    check_agents(options.wend, file, folder)
            except Wrong as wrong:
                print(wrong)
                if file.startswith(folder):
                    with open(file) as stream:
                        print(stream.read())
                return 1
    print(f"{len(real)} files, {compared} readings as expected" + (f", {left_out} left out: no GDAL" if left_out else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
