#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Holds the command `wend` to a second implementation, as a stranger would: by its files and output alone.

Usage: judge.py WEND [--scenarios N] [--seed S]

Makes random scenarios, runs them through the command, and recomputes every tick in double precision from the
state that the command printed before it. Covers seek, flee, arrive, pursue, wander, path following, weights,
bounds and waypoint advance, the initial state and the draws. What it knows of wend is kernels/docs/math.md,
kernels/docs/bits.md and bench/scenarios/README.md; it shares no code with it.

Tolerance. u = 2^-24 is the largest relative error of one operation in float. A chain of n operations errs by
n u of the largest length on the way, and truncation to a length moves no two vectors apart. `Force.error` and
`locomotion` carry that bound along, n being the number of operations of the written order, rounded up to
FORCE (16) and SUM (8). It starts anew at every tick, from the printed state. Where a comparison decides (a
node reached, a wall) and the judge is within the tolerance of it, either outcome is right.
"""
import argparse
import collections
import csv
import io
import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

U = 2.0 ** -24
FORCE = 16  # roundings of a force: difference, squares, root, quotient, product, polynomial
SUM = 8     # roundings of a sum of forces, of a truncation, of the step
TINY = 2.0 ** -60  # smaller components are read and stored as 0
PI = struct.unpack("f", struct.pack("f", math.pi))[0]


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def read(x):
    return 0.0 if abs(x) < TINY else x


# ---- draws (bits.md)

ROTATIONS = ((10, 26), (11, 21), (13, 27), (23, 5), (6, 20), (17, 11), (25, 10), (18, 20))
PURPOSE_WANDER, PURPOSE_INITIAL = 1, 32768
INITIAL = {"mass": 2, "max_force": 3, "max_speed": 4, "position_x": 6, "position_y": 7, "segment_distance": 9,
           "speed": 10, "target_x": 11, "target_y": 12, "velocity_x": 13, "velocity_y": 14,
           "wander_angle": 15, "target_velocity_x": 33, "target_velocity_y": 34}


def threefry(counter, key):
    """Threefry4x32 with 13 rounds."""
    mask = 0xFFFFFFFF
    keys = list(key) + [0x1BD11BDA ^ key[0] ^ key[1] ^ key[2] ^ key[3]]
    a, b, c, d = ((x + k) & mask for x, k in zip(counter, keys))
    for number in range(13):
        left, right = ROTATIONS[number % 8]
        if number % 2:
            b, d = d, b
        a, c = (a + b) & mask, (c + d) & mask
        b = (b << left | b >> 32 - left) & mask ^ a
        d = (d << right | d >> 32 - right) & mask ^ c
        if number % 2:
            b, d = d, b
        if number % 4 == 3:
            turn = number // 4 + 1
            a, b, c, d = ((x + keys[(turn + i) % 5]) & mask for i, x in enumerate((a, b, c, d)))
            d = (d + turn) & mask
    return a, b, c, d


def draw(seed, agent, number, purpose):
    """Uniform in [0, 1)."""
    counter = (agent >> 6 << 4 | agent & 15, number & 0xFFFFFFFF, purpose, number >> 32)
    word = threefry(counter, (seed & 0xFFFFFFFF, seed >> 32, 0, 0))[agent >> 4 & 3]
    return (word >> 8) * U


# ---- forces: each gives (x, y), its error, and the state that it changes

Force = collections.namedtuple("Force", "x y error")


def towards(dx, dy, agent, speed, error=0.0):
    """The desired velocity along (dx, dy), less the velocity. `error` is that of (dx, dy)."""
    length = math.hypot(dx, dy)
    k = speed / length if length > 0 else 0.0
    terms = abs(speed) + math.hypot(agent["velocity_x"], agent["velocity_y"])
    return Force(dx * k - agent["velocity_x"], dy * k - agent["velocity_y"],
                 FORCE * U * terms + (error * k if length > 0 else 0.0))


def seek(stage, agent, world, sign=1):
    return towards(sign * (agent["target_x"] - agent["position_x"]),
                   sign * (agent["target_y"] - agent["position_y"]), agent, agent["max_speed"])


def flee(stage, agent, world):
    return seek(stage, agent, world, -1)


def arrive(stage, agent, world):
    dx, dy = agent["target_x"] - agent["position_x"], agent["target_y"] - agent["position_y"]
    share = min(1.0, math.hypot(dx, dy) / stage["slowing_radius"])
    return towards(dx, dy, agent, agent["max_speed"] * share)


def pursue(stage, agent, world):
    x, y = agent["position_x"], agent["position_y"]
    tx, ty, vx, vy = (agent[k] for k in ("target_x", "target_y", "target_velocity_x", "target_velocity_y"))
    seconds = math.hypot(tx - x, ty - y) / agent["max_speed"]
    ax, ay = tx + vx * seconds, ty + vy * seconds
    aim_error = SUM * U * (math.hypot(tx, ty) + math.hypot(vx, vy) * seconds)
    return towards(ax - x, ay - y, agent, agent["max_speed"], aim_error)


def wander(stage, agent, world):
    vx, vy, angle = agent["velocity_x"], agent["velocity_y"], agent["wander_angle"]
    speed = math.hypot(vx, vy)
    hx, hy = (vx / speed, vy / speed) if speed > 0 else (0.0, 0.0)
    x, y = stage["circle_radius"] * math.cos(angle), stage["circle_radius"] * math.sin(angle)
    if stage["frame"] == "heading":
        cx, cy = (hx, hy) if speed > 0 else (1.0, 0.0)
        x, y = x * cx - y * cy, x * cy + y * cx
    unit = draw(world.seed, agent["id"], world.tick, PURPOSE_WANDER)
    agent["new"]["wander_angle"] = angle + (unit - 0.5) * stage["angle_change"]
    return Force(hx * stage["circle_distance"] + x, hy * stage["circle_distance"] + y,
                 FORCE * U * (abs(stage["circle_distance"]) + abs(stage["circle_radius"])))


def path_follow(stage, agent, world):
    nodes = world.paths[agent["path"]]
    node, direction, mode = agent["node"], agent["direction"], stage["mode"]
    end = node == (len(nodes) - 1 if direction == 1 else 0)
    dx, dy = nodes[node][0] - agent["position_x"], nodes[node][1] - agent["position_y"]
    distance, speed = math.hypot(dx, dy), agent["max_speed"]
    if mode == "once" and end and stage.get("slowing_radius"):
        speed *= min(1.0, distance / stage["slowing_radius"])
    if abs(distance - stage["radius"]) <= FORCE * U * (distance + stage["radius"]):
        agent["close"].add("node")
    elif distance <= stage["radius"]:
        if not end:
            node += direction
        elif mode == "once":
            agent["new"]["finished"] = 1
        elif mode == "loop":
            node = 0 if direction == 1 else len(nodes) - 1
        else:
            direction = -direction
    agent["new"].update(node=node, direction=direction)
    return towards(dx, dy, agent, speed)


FORCES = {"seek": seek, "flee": flee, "arrive": arrive, "pursue": pursue, "wander": wander,
          "path_follow": path_follow}


# ---- motion

def truncated(x, y, error, most):
    length = math.hypot(x, y)
    k = most / length if length > most else 1.0
    return x * k, y * k, error * k + SUM * U * min(length, most)


def locomotion(stage, agent, forces, world):
    fx = fy = error = 0.0
    for weight, force in forces:
        fx, fy = fx + weight * force.x, fy + weight * force.y
        error += abs(weight) * (force.error + SUM * U * math.hypot(force.x, force.y))
    fx, fy, error = truncated(fx, fy, error, agent["max_force"])
    k = world.dt / agent["mass"]
    vx, vy = agent["velocity_x"], agent["velocity_y"]
    error = error * k + SUM * U * (math.hypot(vx, vy) + math.hypot(fx, fy) * k)
    vx, vy, error = truncated(vx + fx * k, vy + fy * k, error, agent["max_speed"])
    agent["error"] = error + 2 * TINY
    for axis, velocity, low in (("x", vx, 0), ("y", vy, 1)):
        position = agent["position_" + axis] + velocity * world.dt
        slack = agent["error"] * world.dt + SUM * U * (abs(agent["position_" + axis]) + abs(position))
        if stage["bounds"] != "none":
            least, most = world.area[low], world.area[low + 2]
            size = most - least
            if not least <= position < most:
                slack += SUM * U * (abs(least) + abs(most) + abs(position))
            if min(abs(position - wall) for wall in (least, most)) <= slack:
                agent["close"].add(axis)
            if stage["bounds"] == "wrap":
                position = least + (position - least) % size
            elif not least <= position <= most:
                share = (position - least) / (2 * size) % 1.0 * 2
                position = least + share * size if share <= 1 else most - (share - 1) * size
                velocity = -velocity if share > 1 else velocity
                if share < 1e-4 or abs(share - 1) < 1e-4:  # a whole number of walls, or one more
                    agent["close"].add(axis)
        agent["new"]["position_" + axis] = position
        agent["new"]["velocity_" + axis] = velocity
        agent["slack_" + axis] = slack + 2 * TINY


def check_steered(scenario, agent, after, world):
    stages = [next(iter(stage.items())) for stage in scenario["stages"]]
    forces = [(keys["weight"], FORCES[name](keys, agent, world)) for name, keys in stages[:-1]]
    bounds = stages[-1][1]["bounds"]
    locomotion(stages[-1][1], agent, forces, world)
    for axis, low in (("x", 0), ("y", 1)):
        close = axis in agent["close"]
        off = abs(after["position_" + axis] - agent["new"]["position_" + axis])
        if bounds == "wrap":
            off = min(off, abs(world.area[low + 2] - world.area[low] - off))
        expect(off <= agent["slack_" + axis], "position_" + axis, agent, after)
        if bounds != "none":
            inside = world.area[low] <= after["position_" + axis] <= world.area[low + 2]
            expect(inside, "bounds", agent, after)
        was, now = agent["new"]["velocity_" + axis], after["velocity_" + axis]
        if bounds == "bounce" and close:
            was, now = abs(was), abs(now)
        expect(abs(was - now) <= agent["error"], "velocity_" + axis, agent, after)
    if "wander_angle" in agent["new"]:
        off = (after["wander_angle"] - agent["new"]["wander_angle"] + math.pi) % (2 * math.pi) - math.pi
        change = next(keys["angle_change"] for name, keys in stages if name == "wander")
        expect(abs(off) <= SUM * U * (math.pi + change), "wander_angle", agent, after)
        expect(-PI <= after["wander_angle"] < PI, "wander_angle", agent, after)
    for word in ("node", "direction", "finished"):
        if word in agent["new"] and word in after and "node" not in agent["close"]:
            expect(after[word] == agent["new"][word], word, agent, after)


def check_advanced(scenario, agent, after, world):
    """Waypoint advance, by the distance from the path's start instead of segment by segment."""
    mode = scenario["stages"][0]["waypoint_advance"]["mode"]
    nodes = world.paths[agent["path"]]
    ends = nodes[1:] + nodes[:1] if mode == "loop" else nodes[1:]
    lengths = [f32(math.hypot(b[0] - a[0], b[1] - a[1])) for a, b in zip(nodes, ends)]
    starts = [math.fsum(lengths[:i]) for i in range(len(lengths) + 1)]
    total = starts[-1]
    direction = agent["direction"] if mode == "ping-pong" else 1
    step = f32(agent["speed"] * world.dt) * direction
    place = starts[agent["segment"]] + agent["segment_distance"] + step
    slack = 1e-12 * (total + abs(place))
    if mode == "once":
        place = min(max(place, 0.0), total)
    elif mode == "loop":
        place %= total
    else:
        turns = math.floor(place / total)
        if min(place % total, total - place % total) <= slack:
            agent["close"].add("direction")
        place = place % total if turns % 2 == 0 else total - place % total
        direction = direction if turns % 2 == 0 else -direction
    segment = after["segment"]
    off = abs(starts[segment] + after["segment_distance"] - place)
    off = min(off, abs(total - off)) if mode == "loop" else off
    expect(off <= slack, "segment_distance", agent, after)
    expect(-slack <= after["segment_distance"] <= lengths[segment] + slack, "segment", agent, after)
    off = abs(starts[segment] + after["segment_distance"] - after["path_distance"])
    expect(off <= 1e-12 * total, "path_distance", agent, after)
    if mode == "ping-pong" and "direction" not in agent["close"]:
        expect(after["direction"] == direction, "direction", agent, after)
    share = after["segment_distance"] / lengths[segment]
    for axis in (0, 1):
        a, b = nodes[segment][axis], ends[segment][axis]
        expect(abs(after["position_" + "xy"[axis]] - (a + (b - a) * share)) <=
               SUM * U * (abs(a) + lengths[segment]), "position_" + "xy"[axis], agent, after)
        if share > 1e-9 and "direction" not in agent["close"]:  # at a node it is the next one's
            way = direction * (-1 if agent["speed"] < 0 else 1) * (b - a) / lengths[segment]
            expect(abs(after["heading_" + "xy"[axis]] - way) <= SUM * U, "heading", agent, after)


class Wrong(Exception):
    pass


def expect(right, what, agent, after):
    if not right:
        raise Wrong(f"{what} of agent {agent['id']}\n  before {agent}\n  after  {after}")


# ---- scenarios

class World:
    def __init__(self, scenario, paths):
        self.seed, self.dt = scenario["seed"], scenario["dt"]
        self.area, self.paths, self.tick = scenario["agents"].get("area"), paths, 0


def pair(chance, low, high):
    """A range, or a value for all."""
    a, b = sorted(f32(chance.uniform(low, high)) for _ in range(2))
    return a if chance.random() < 0.3 else [a, b]


def random_paths(chance, area):
    return [[(f32(chance.uniform(area[0], area[2])), f32(chance.uniform(area[1], area[3])))
             for _ in range(chance.randint(2, 9))] for _ in range(chance.randint(1, 4))]


def random_force(chance, name, size):
    """Lengths go with the world's size, so that some agents are nearer and some farther."""
    keys = {"weight": f32(chance.choice([1, chance.uniform(-2, 2)]))}
    if name == "arrive":
        keys["slowing_radius"] = f32(chance.uniform(0.1, 1) * size)
    if name == "wander":
        keys.update(circle_distance=f32(chance.uniform(0, 20)), circle_radius=f32(chance.uniform(0, 20)),
                    angle_change=f32(chance.choice([chance.uniform(0, 6), chance.uniform(6, 50)])),
                    frame=chance.choice(["world", "heading"]))
    if name == "path_follow":
        keys.update(mode=chance.choice(["once", "loop", "ping-pong"]),
                    radius=f32(chance.uniform(0.1, 0.8) * size))
        if chance.random() < 0.5:
            keys["slowing_radius"] = f32(chance.uniform(0.1, 1) * size)
    return {name: keys}


def random_scenario(chance):
    size = 10 ** chance.uniform(1, 3.7)  # within 2^14 m, where the command does not move the origin
    left, bottom = (f32(chance.uniform(-size, size)) for _ in range(2))
    area = [left, bottom, f32(left + size), f32(bottom + size * chance.uniform(0.5, 2))]
    scenario = {"seed": chance.getrandbits(64), "dt": f32(10 ** chance.uniform(-2.5, 0)),
                "ticks": chance.randint(1, 6), "agents": {"count": chance.randint(1, 100)}}
    agents = scenario["agents"]
    if chance.random() < 0.3:
        scenario["stages"] = [{"waypoint_advance": {"mode": chance.choice(["once", "loop", "ping-pong"])}}]
        agents["speed"] = pair(chance, -300, 300)
        return scenario, random_paths(chance, area)
    names = chance.sample(sorted(FORCES), chance.randint(1, 3))
    scenario["stages"] = [random_force(chance, name, size) for name in names]
    scenario["stages"].append({"locomotion": {"bounds": chance.choice(["none", "wrap", "bounce"])}})
    agents.update(area=area, mass=pair(chance, 0.2, 50), max_force=pair(chance, 0, 100),
                  max_speed=pair(chance, 0.1, 50))
    if chance.random() < 0.8:
        agents["velocity"] = [pair(chance, -30, 30), pair(chance, -30, 30)]
    if {"seek", "flee", "arrive", "pursue"} & set(names):
        agents["target"] = [pair(chance, area[0], area[2]), pair(chance, area[1], area[3])]
    if "pursue" in names:
        agents["target_velocity"] = [pair(chance, -20, 20), pair(chance, -20, 20)]
    return scenario, random_paths(chance, area) if "path_follow" in names else None


def rows_of(wend, arguments):
    done = subprocess.run([wend, "run", *arguments, "--out", "-"], capture_output=True, text=True)
    if done.returncode != 0:
        raise Wrong(f"wend run {' '.join(arguments)}: status {done.returncode}\n{done.stderr}")
    ticks = collections.defaultdict(list)
    kinds = dict.fromkeys(("tick", "id", "path", "segment", "node", "direction", "finished"), int)
    kinds.update(segment_distance=float, path_distance=float)
    for row in csv.DictReader(io.StringIO(done.stdout)):
        agent = {k: kinds.get(k, lambda text: f32(float(text)))(v) for k, v in row.items()}
        ticks[agent["tick"]].append(agent)
    return ticks


def check_start(scenario, agents):
    given = dict(scenario["agents"])
    for key in ("position", "velocity", "target", "target_velocity"):
        if key in given:
            given[key + "_x"], given[key + "_y"] = given.pop(key)
    if "area" in given:
        given["position_x"], given["position_y"] = given["area"][0::2], given["area"][1::2]
        given["wander_angle"] = [-PI, PI]
    for number, agent in enumerate(agents):
        expect(agent["id"] == number, "id", agent, agent)
        for key, value in given.items():
            if key not in INITIAL or key not in agent:
                continue
            low, high = value if isinstance(value, list) else (value, value)
            unit = draw(scenario["seed"], number, INITIAL[key], PURPOSE_INITIAL)
            expect(agent[key] == f32(low + (high - low) * unit), key + " at the start", agent, agent)


def judge(wend, chance, folder, isas):
    scenario, paths = random_scenario(chance)
    if paths:
        with open(os.path.join(folder, "paths.csv"), "w") as file:
            file.write("path,x,y\n")
            file.writelines(f"{i},{x!r},{y!r}\n" for i, path in enumerate(paths) for x, y in path)
        scenario["paths"] = {"file": "paths.csv", "projection": "none"}
    name = os.path.join(folder, "scenario.json")
    with open(name, "w") as file:
        json.dump(scenario, file)
    how = [name, "--isa", chance.choice(isas), "--threads", str(chance.randint(1, 2))]
    ticks = rows_of(wend, how + ["--every", "1"])
    ticks[0] = rows_of(wend, how + ["--ticks", "0"])[0]
    check_start(scenario, ticks[0])

    world = World(scenario, paths)
    check = check_advanced if "waypoint_advance" in scenario["stages"][0] else check_steered
    checked = 0
    for world.tick in range(scenario["ticks"]):
        expect(len(ticks[world.tick + 1]) == scenario["agents"]["count"], "rows", ticks[0][0], world.tick)
        for agent, after in zip(ticks[world.tick], ticks[world.tick + 1]):
            before = {k: read(v) if isinstance(v, float) and k != "segment_distance" else v
                      for k, v in agent.items()}
            before.update(new={}, close=set())
            before.setdefault("direction", 1)
            check(scenario, before, after, world)
            checked += 1
    return checked


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("wend", help="the command")
    parser.add_argument("--scenarios", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1, help="of the first scenario; the others follow")
    options = parser.parse_args()
    listed = subprocess.run([options.wend, "isa"], capture_output=True, text=True, check=True).stdout
    isas = [line.split()[0] for line in listed.splitlines() if line.split()[2:4] == ["yes", "yes"]]
    if not isas:
        sys.exit(f"no instruction set runs here:\n{listed}")
    checked = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.scenarios):
            try:
                checked += judge(options.wend, random.Random(seed), folder, isas)
            except Wrong as wrong:
                with open(os.path.join(folder, "scenario.json")) as file:
                    print(f"scenario {seed} (--seed {seed} --scenarios 1): {wrong}\n{file.read()}")
                return 1
    print(f"{options.scenarios} scenarios, {checked} agents and ticks, as expected on {', '.join(isas)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
