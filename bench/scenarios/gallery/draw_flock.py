#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Draws many agents as PNG frames, coloured by heading, each with its places in the samples before, which fade.

    draw_flock.py AGENTS.csv WIDTH HEIGHT FOLDER FRAMES

AGENTS.csv: of `wend run --every N`; the last FRAMES samples are drawn. WIDTH and HEIGHT: those of the world in
metres, its corner at the origin.
"""
import colorsys
import csv
import math
import struct
import sys
import zlib

columns, hues, trail = 720, 12, 2  # pixels, colours, samples
ground = 11, 16, 32


def shades(brightness):
    colours = [colorsys.hls_to_rgb(hue / hues, 0.62, 0.85) for hue in range(hues)]
    return [bytes(round(g + brightness * (255 * c - g)) for g, c in zip(ground, colour)) for colour in colours]


def png(pixels, rows):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    lines = b"".join(b"\0" + pixels[3 * columns * row:3 * columns * (row + 1)] for row in range(rows))
    header = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines, 1)) + chunk(b"IEND", b"")


file, width, height, folder, frames = sys.argv[1], float(sys.argv[2]), float(sys.argv[3]), sys.argv[4], int(sys.argv[5])
scale = columns / width
rows = round(scale * height)

samples = {}  # by tick: place in pixels, direction on the screen, hue
with open(file, newline="") as text:
    for row in csv.DictReader(text):
        x, y, vx, vy = (float(row[name]) for name in ("position_x", "position_y", "velocity_x", "velocity_y"))
        heading = math.atan2(vy, vx)
        samples.setdefault(row["tick"], []).append(
            (scale * x, scale * (height - y), math.cos(heading), -math.sin(heading), int(heading / math.tau % 1 * hues) % hues))
samples = list(samples.values())[-frames - trail:]

brightness = [1.0] + [0.5 * (1 - age / (trail + 1)) for age in range(1, trail + 1)]
for frame in range(trail, len(samples)):
    pixels = bytearray(bytes(ground) * (columns * rows))
    for age in range(trail, -1, -1):
        colours = shades(brightness[age])
        length = 3 if age == 0 else 1
        for x, y, ahead_x, ahead_y, hue in samples[frame - age]:
            for back in range(length):
                column, row = int(x - back * ahead_x), int(y - back * ahead_y)
                if 0 <= column < columns and 0 <= row < rows:
                    at = 3 * (row * columns + column)
                    pixels[at:at + 3] = colours[hue]
    with open(f"{folder}/{frame:04}.png", "wb") as image:
        image.write(png(bytes(pixels), rows))
