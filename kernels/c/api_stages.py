# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Reads stages and streams from docs/stages.md, which a test holds to the library, and `weight` from the headers."""

import re

LIMIT = 1e18
FLOOR = 2.0**-60
RANGES = {"any": (-LIMIT, LIMIT), "> 0": (FLOOR, LIMIT), ">= 0": (0, LIMIT)}
KINDS = {"target", "rectangle", "path set", "obstacle set", "flow field"}
USES = {
    "read": "read",
    "state": "state",
    "a stream or a value": "stream_or_value",
    "read where bound": "optional",
    "written where bound": "output",
    "records": "record",
}


def rows(text):
    """The cells of the table in the text, without its head."""
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line] for line in lines[1:]]


def number(text):
    value = {"2^-60": FLOOR, "2^32": 2.0**32}.get(text) or float(text)
    return int(value) if value == int(value) and abs(value) < 2**53 else value


def parameter_of(name, initial, legal, effect):
    """The range is that of numbers; a default of None is "not set"."""
    value, unit = re.fullmatch(r"(not set|[^ ]+)(?: \(?([^)]*)\)?)?", initial).groups()
    parameter = {"name": name}
    ranged = re.fullmatch(r"(whole, )?(?:(any|> 0|>= 0)|\[(.*), (.*)([\])]))", legal)
    if ranged:
        whole, word, low, high, end = ranged.groups()
        low, high = RANGES[word] if word else (number(low), number(high))
        parameter |= {"kind": "whole" if whole else "number", "default": None if value == "not set" else number(value)}
        parameter |= {"low": low, "high": high} | ({"high_excluded": True} if end == ")" else {})
    elif legal in KINDS:
        parameter |= {"kind": legal} | ({"default": value} if legal == "target" else {})
    elif legal == "true, false":
        parameter |= {"kind": "bool", "default": value == "true"}
    else:
        parameter |= {"kind": "word", "default": value, "words": legal.split(", ")}
    return parameter | ({"unit": unit} if unit else {}) | {"effect": effect}


def pair(name):
    """position_x and position_y for position_*."""
    return [name.replace("*", axis) for axis in "xy"] if name.endswith("*") else [name]


def uses_of(sentence):
    uses = {}
    for use, names in re.findall(r"([a-z ]+): ((?:`[^`]*`(?:, )?)+)", sentence):
        uses[USES[use.strip()]] = [one for name in re.findall(r"`([^`]*)`", names) for one in pair(name)]
    return uses


def stages_of(page, headers):
    """Every stage, in the library's order; `headers` is the folder of the public headers."""
    stages = {}
    for name, text in re.findall(r"^## (?!Streams)(\w+)\n(.*?)(?=^## )", page, re.MULTILINE | re.DOTALL):
        parameters = [parameter_of(*row) for row in rows(text)]
        struct, header = re.search(r"`wend::(\w+)` in `wend/(\w+\.hpp)`", text).groups()
        body = re.search(rf"^struct {struct} \{{.*?^\}};", (headers / header).read_text(), re.MULTILINE | re.DOTALL)[0]
        # The page's head has the weight of 1, for all forces.
        if "\n    float weight = 1;" in body and all(one["name"] != "weight" for one in parameters):
            parameters.append(parameter_of("weight", "1", "any", "Factor of the force."))
        sentence = " ".join(re.search(r"^Streams: (.*?)\.$", text, re.MULTILINE | re.DOTALL)[1].split())
        stages[name] = {"parameters": parameters, "streams": uses_of(sentence)}
    return stages


def streams_of(page):
    return {
        name: {"element": element, "use": use}
        for names, element, use in rows(page[page.index("\n## Streams") :])
        for name in pair(names)
    }
