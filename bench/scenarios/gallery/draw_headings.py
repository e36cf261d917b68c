#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Draws many agents as arrows, coloured by heading, each with its way since the sample before.

    wend run flock_10000 --every 20 --out flock.csv
    draw_headings.py flock.csv WIDTH HEIGHT >flock_10000.svg

WIDTH and HEIGHT: those of the world in metres, its corner at the origin.
"""
import colorsys
import csv
import math
import sys

file, width, height = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
scale = 8000 / width
hues = 24

samples = [(None, {}), (None, {})]  # the last two ticks of the file: position and velocity by id
with open(file, newline="") as text:
    for row in csv.DictReader(text):
        if row["tick"] != samples[1][0]:
            samples = [samples[1], (row["tick"], {})]
        names = "position_x", "position_y", "velocity_x", "velocity_y"
        samples[1][1][row["id"]] = [float(row[name]) for name in names]
before, now = samples[0][1], samples[1][1]

ways = [""] * hues
arrows = [""] * hues
for agent, (x, y, vx, vy) in now.items():
    heading = math.atan2(vy, vx)
    hue = int(heading / math.tau % 1 * hues) % hues
    px, py = scale * x, scale * (height - y)
    wx, wy = scale * (before[agent][0] - x), scale * (y - before[agent][1])
    if math.hypot(wx, wy) < 1000:  # otherwise it crossed the edge of the world
        ways[hue] += f"M{px:.0f} {py:.0f}l{wx:.0f} {wy:.0f}"
    ax, ay = 15 * math.cos(heading), -15 * math.sin(heading)
    arrows[hue] += (f"M{px + ax:.0f} {py + ay:.0f}l{-1.6 * ax - 0.45 * ay:.0f} {-1.6 * ay + 0.45 * ax:.0f}"
                    f"l{0.9 * ay:.0f} {-0.9 * ax:.0f}")

print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8000 {height * scale:.0f}">')
print('<rect width="100%" height="100%" fill="#0b1020"/>')
colours = ["#" + "".join(f"{int(255 * c):02x}" for c in colorsys.hls_to_rgb(i / hues, 0.62, 0.85)) for i in range(hues)]
for way, colour in zip(ways, colours):
    print(f'<path fill="none" stroke="{colour}" stroke-opacity=".45" stroke-width="5" d="{way}"/>')
for arrow, colour in zip(arrows, colours):
    print(f'<path fill="{colour}" d="{arrow}"/>')
print("</svg>")
