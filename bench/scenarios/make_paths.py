#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Writes paths.geojson: an invented delta of 28 meandering rivers, 8 lake shores and 4 braided streams.

Usage: bench/scenarios/make_paths.py > bench/scenarios/paths.geojson

The extent, less than a degree about 45 N, is small from south to north, so that the projection's scale error stays below
1 %, and leaves room for paths from 1 to 40 km. The generator is Python's own, seeded: the output is always the same.
"""
import json
import math
import random

SEED = 20260
METRES_PER_DEGREE = 111195.08
CENTRE = (12.0, 45.0)
HALF_EXTENT = (0.4, 0.38)  # degrees


def to_degrees(points):
    """Metres about the centre to [longitude, latitude], to about a metre."""
    shrink = math.cos(math.radians(CENTRE[1]))
    return [[round(CENTRE[0] + x / METRES_PER_DEGREE / shrink, 5), round(CENTRE[1] + y / METRES_PER_DEGREE, 5)]
            for x, y in points]


def somewhere(rng):
    return (rng.uniform(-HALF_EXTENT[0], HALF_EXTENT[0]) * METRES_PER_DEGREE * 0.6,
            rng.uniform(-HALF_EXTENT[1], HALF_EXTENT[1]) * METRES_PER_DEGREE * 0.6)


def river(rng, length, nodes):
    """A sine-generated curve (Langbein and Leopold, 1966), the shape of real meanders, with noise on bearing and step."""
    x, y = somewhere(rng)
    downstream = math.atan2(-y, -x) + rng.uniform(-0.6, 0.6)  # inwards, so that it stays in the extent
    swing = rng.uniform(0.4, 1.7)
    bends = rng.uniform(2, 9)
    points = [(x, y)]
    for i in range(nodes - 1):
        bearing = downstream + swing * math.sin(2 * math.pi * bends * i / nodes) + rng.gauss(0, 0.1)
        step = length / (nodes - 1) * rng.uniform(0.3, 1.7)
        x += step * math.cos(bearing)
        y += step * math.sin(bearing)
        points.append((x, y))
    return points


def shore(rng, radius, nodes):
    """A closed ring around a lake: a circle with a few harmonics."""
    cx, cy = somewhere(rng)
    waves = [(k, rng.uniform(0, 0.3) / k, rng.uniform(0, 2 * math.pi)) for k in range(2, 7)]
    points = []
    for i in range(nodes):
        a = 2 * math.pi * i / nodes
        r = radius * (1 + sum(size * math.cos(k * a + phase) for k, size, phase in waves))
        points.append((cx + r * math.cos(a), cy + r * math.sin(a)))
    return points + points[:1]


def feature(name, kind, coordinates):
    return {"type": "Feature", "properties": {"name": name}, "geometry": {"type": kind, "coordinates": coordinates}}


def main():
    rng = random.Random(SEED)
    features = []
    for i in range(28):
        length = 1000 * math.exp(rng.uniform(0, math.log(40)))
        features.append(feature(f"river {i + 1}", "LineString", to_degrees(river(rng, length, rng.randint(12, 180)))))
    for i in range(8):
        features.append(feature(f"shore {i + 1}", "LineString",
                                to_degrees(shore(rng, rng.uniform(300, 6000), rng.randint(16, 90)))))
    for i in range(4):
        parts = [to_degrees(river(rng, rng.uniform(2000, 9000), rng.randint(5, 40))) for _ in range(3)]
        features.append(feature(f"braid {i + 1}", "MultiLineString", parts))
    print('{ "type": "FeatureCollection", "features": [')
    print(",\n".join(json.dumps(f, separators=(",", ":")) for f in features))
    print("] }")


if __name__ == "__main__":
    main()
