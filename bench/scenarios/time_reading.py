#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Times `wend paths` on generated GeoJSON and CSV, and on four times as much of each: time_reading.py [WEND]

Prints a row for each kind of file: its size, seconds of the processor, MB/s, greatest memory in times the file's size, and by how
many times the second took longer (4: linear). Exit status 1 where that is more than 6, or the memory is above 16 times the
larger file."""
import os
import random
import subprocess
import sys
import tempfile

MOST_TIMES = 6
MOST_MEMORY = 16


def features(count, draw):
    def feature(i):
        x, y = draw.uniform(-10, 10), draw.uniform(40, 50)
        return (f'{{"type":"Feature","properties":{{"id":{i}}},"geometry":{{"type":"LineString",'
                f'"coordinates":[[{x:.6f},{y:.6f}],[{x + .01:.6f},{y + .01:.6f}]]}}}}')
    yield '{"type":"FeatureCollection","features":['
    yield from join(map(feature, range(count)))
    yield ']}'


def line(count, draw):
    yield '{"type":"LineString","coordinates":['
    yield from join(f'[{draw.uniform(-10, 10):.6f},{draw.uniform(40, 50):.6f}]' for _ in range(count))
    yield ']}'


def short(count, draw):
    yield '{"type":"LineString","coordinates":['
    yield from join(f'[{draw.randrange(10, 99)},{draw.randrange(100, 899) / 10}]' for _ in range(count))
    yield ']}'


def csv(count, draw):
    yield 'path,lon,lat\n'
    for i in range(count):
        yield f'{i // 100},{draw.uniform(-10, 10):.6f},{draw.uniform(40, 50):.6f}\n'


def join(parts):
    for i, part in enumerate(parts):
        yield ',' + part if i else part


def measure(wend, file):
    """Seconds of the processor, which other work delays less, and kilobytes; of the quickest of three."""
    best = None
    for _ in range(3):
        process = subprocess.Popen([wend, 'paths', file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = usage.ru_utime + usage.ru_stime
        if status != 0:
            sys.exit(f'{wend} paths {file}: status {status}')
        best = min(best or (seconds, usage.ru_maxrss), (seconds, usage.ru_maxrss))
    return best


def main():
    wend = sys.argv[1] if len(sys.argv) > 1 else 'build/release/bin/wend'
    good = True
    print(f'{"file":<28} {"MB":>6} {"s":>7} {"MB/s":>6} {"memory":>7} {"times":>6}')
    with tempfile.TemporaryDirectory() as folder:
        for name, write, count, ending in (('features of two points', features, 100_000, 'geojson'),
                                           ('one line', line, 1_000_000, 'geojson'),
                                           ('one line, 10 bytes a point', short, 1_000_000, 'geojson'),
                                           ('CSV, 100 points a path', csv, 1_000_000, 'csv')):
            before = None
            for more in (1, 4):
                file = os.path.join(folder, f'{more}.{ending}')
                with open(file, 'w') as out:
                    out.writelines(write(count * more, random.Random(1)))
                size = os.path.getsize(file)
                seconds, kilobytes = measure(wend, file)
                memory = kilobytes * 1024 / size
                times = seconds / before if before else None
                before = seconds
                print(f'{name + f", x {more}":<28} {size / 1e6:6.1f} {seconds:7.3f} {size / 1e6 / seconds:6.0f} '
                      f'{memory:7.1f} {f"{times:6.2f}" if times else ""}')
                if times:
                    good = good and times <= MOST_TIMES and memory <= MOST_MEMORY
    sys.exit(0 if good else 1)


main()
