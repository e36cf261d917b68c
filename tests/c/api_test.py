# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""api_test.py SOURCE LIBRARY: kernels/c/wend_api.json describes this build's C library: layouts and exported functions
are those of layout.txt and symbols.txt; stages, their parameters, words and ranges, and streams those of the library,
which names them where it refuses."""

import ctypes
import json
import re
import runpy
import struct
import sys
from pathlib import Path

SOURCE = Path(sys.argv[1])
API = json.loads((SOURCE / "kernels/c/wend_api.json").read_text())
TYPES = runpy.run_path(str(SOURCE / "kernels/python/wend/_api.py"))
LIBRARY = ctypes.CDLL(sys.argv[2])
for function, (result_type, argument_types) in TYPES["FUNCTIONS"].items():
    getattr(LIBRARY, function).restype = result_type
    getattr(LIBRARY, function).argtypes = argument_types
CODES = {value: name for name, value in API["enums"]["wend_code"]["values"].items()}

failures = []
checks = 0


def equal(actual, expected, what):
    global checks
    checks += 1
    if actual != expected:
        failures.append(f"{what} is {actual!r}, must be {expected!r}")


def check_layouts():
    lines = [line.split() for line in (SOURCE / "tests/c/layout.txt").read_text().splitlines()]
    expected = {name: tuple(map(int, numbers)) for name, *numbers in lines}
    scalars = {"char": 1, "int32_t": 4, "uint32_t": 4, "float": 4, "double": 8, "uint64_t": 8, "size_t": 8}
    scalars |= {name: 4 for name in API["enums"]}
    actual = {"WEND_PREPARED_RUN_BYTES": (API["constants"]["WEND_PREPARED_RUN_BYTES"],)}
    for name, one in API["structs"].items():
        actual[name] = (one["size"],)
        for member in one["members"]:
            size = 8 if "*" in member["type"] else scalars.get(member["type"], 8)
            actual[f"{name}.{member['name']}"] = (member["offset"], size * member.get("length", 1))
    equal(actual, expected, "the layout")


def check_functions():
    equal(sorted(API["functions"]), (SOURCE / "tests/c/symbols.txt").read_text().split(), "the list of functions")
    equal(LIBRARY.wend_version().decode(), API["version"], "the version")


def check_streams():
    elements = ("float", "double", "int32", "uint32")
    numbers = range(LIBRARY.wend_stream_count())
    streams = {LIBRARY.wend_stream_name(i).decode(): elements[LIBRARY.wend_stream_element(i)] for i in numbers}
    equal({name: one["element"] for name, one in API["streams"].items()}, streams, "the list of streams")
    for stage, one in API["stages"].items():
        unknown = {name for names in one["streams"].values() for name in names} - streams.keys()
        equal(unknown, set(), f"{stage}: unknown streams")


def paths_of_a_triangle():
    points = (TYPES["CPoint"] * 3)((0, 0), (5, 0), (5, 5))
    path = TYPES["CPath"](closed=1, points=points, point_count=3)
    paths = ctypes.c_void_p()
    equal(LIBRARY.wend_paths_create(ctypes.byref(path), 1, ctypes.byref(paths), None), 0, "the code of paths")
    return paths


PATHS = paths_of_a_triangle()
LIMITS = {"max_force": 20, "max_speed": 3, "mass": 1}
FIELD = {"area": [-10, -10, 10, 10], "columns": 4, "rows": 4, "goals": [[5, 5]], "speed": 1}
# The stages before and after one, and its values that have no default.
AROUND = {
    "force": ([], [{"locomotion": LIMITS}], {}),
    "flow_follow": ([], [{"locomotion": LIMITS}], {"field": FIELD}),
    "orca": ([{"seek": {}}], [{"locomotion": LIMITS}], {}),
    "locomotion": ([{"seek": {}}], [], {}),
    "external_locomotion": ([{"seek": {}}], [], {}),
    "alone": ([], [], {}),
}


def create(stages):
    """Code and report of a program."""
    text = json.dumps({"agents": {"area": FIELD["area"]}, "stages": stages}).encode()
    program, result = ctypes.c_void_p(), TYPES["CResult"]()
    code = LIBRARY.wend_program_from_json(text, len(text), PATHS, ctypes.byref(program), ctypes.byref(result))
    LIBRARY.wend_program_destroy(program)
    return CODES[code], result


def names_in(pattern, result):
    """The list that ends a message."""
    found = re.search(pattern, result.message.decode())
    return [name.strip('"') for name in found[1].split(", ")] if found else result.message.decode()


def float_of(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def check_number(create_with, stage, parameter):
    """The range is the one that the library names where a value is outside."""
    name, low, high = parameter["name"], parameter["low"], parameter["high"]
    beyond = low - 1 if high == 2**32 else 2 * high + 1  # a whole number that has 32 bits
    code, result = create_with({name: beyond})
    what = f"{stage}.{name}"
    equal((code, (result.subject or b"").decode()), ("WEND_PARAMETER_OUT_OF_RANGE", name), f"{what}: {beyond}")
    limits = (float_of(low), float_of(high), int(parameter.get("high_excluded", False)))
    equal((result.low, result.high, result.high_excluded), limits, f"{what}: the range")
    if parameter["default"] is not None:
        equal(low <= parameter["default"] <= high, True, f"{what}: a legal default")


def check_stages():
    _, result = create([{"no_such_stage": {}}])
    equal(list(API["stages"]), names_in("known: (.*)$", result), "the list of stages")
    for stage, one in API["stages"].items():
        if stage in ("custom_force", "custom_locomotion"):  # which JSON cannot describe
            continue
        listed = [parameter["name"] for parameter in one["parameters"] if parameter["kind"] != "path set"]
        before, after, needed = AROUND.get(stage) or AROUND["force" if "weight" in listed else "alone"]

        def create_with(values):
            return create([*before, {stage: {**needed, **values}}, *after])

        _, result = create_with({"no_such_parameter": 1})
        equal(listed, names_in("known here: ([^;]*)", result), f"{stage}: the list of parameters")

        for parameter in one["parameters"]:
            if "low" in parameter:
                check_number(create_with, stage, parameter)
            elif parameter["kind"] == "word":
                _, result = create_with({parameter["name"]: "no_such_word"})
                equal(parameter["words"], names_in("is none of (.*)$", result), f"{stage}.{parameter['name']}: words")


check_layouts()
check_functions()
check_streams()
check_stages()
print("\n".join(failures) or f"{checks} checks passed")
sys.exit(1 if failures or checks < 200 else 0)
