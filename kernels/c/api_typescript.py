# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Writes the types of stages, parameters and streams for TypeScript."""

import textwrap

from api_stages import FLOOR, LIMIT

ARRAYS = {"float": "Float32Array", "double": "Float64Array", "int32": "Int32Array", "uint32": "Uint32Array"}
TYPES = {
    "number": "number",
    "whole": "number",
    "bool": "boolean",
    "target": "Target",
    "rectangle": "Rectangle",
    "obstacle set": "Obstacles",
    "flow field": "FlowField",
}


def typescript_of(stages, streams):
    """Path sets are an argument of their own, and stages of the caller's code have no words."""
    lines = [
        "// SPDX-FileCopyrightText: 2026 The wend authors",
        "// SPDX-License-Identifier: MIT",
        "//",
        "// Stages, parameters and streams for TypeScript. Written by kernels/c/bindings.py.",
        "",
        'import type { FlowField, Obstacles, Rectangle, Target } from "./index.js";',
        "",
        "/** The parameters of each stage. */",
        "export interface Stages {",
    ]
    for name, stage in stages.items():
        if name.startswith("custom_"):
            continue
        lines += [f"    {name}: {{"]
        for one in stage["parameters"]:
            if one["kind"] == "path set":
                continue
            kind = " | ".join(f'"{word}"' for word in one["words"]) if one["kind"] == "word" else TYPES[one["kind"]]
            optional = "" if one["kind"] == "flow field" else "?"
            lines += [*comment(described(one), "        "), f"        {one['name']}{optional}: {kind};"]
        lines += ["    };"]
    lines += ["}", "", "/** The array of each stream. */", "export interface StreamArrays {"]
    for name, stream in streams.items():
        lines += [*comment(stream["use"].replace("`", ""), "    "), f"    {name}: {ARRAYS[stream['element']]};"]
    return "\n".join([*lines, "}", ""])


def described(parameter):
    """The effect, and then unit, range and default."""
    facts = [parameter["unit"]] if "unit" in parameter else []
    if parameter["kind"] in ("number", "whole"):
        facts += filter(None, [range_of(parameter)])
    if "default" in parameter:
        value = parameter["default"]
        facts += ["not set by default" if value is None else f"{str(value).lower()} by default"]
    effect = parameter["effect"].replace("`", "")
    return f"{effect} ({'; '.join(facts)})" if facts else effect


def range_of(parameter):
    low, high = parameter["low"], parameter["high"]
    if high == LIMIT:
        return {-LIMIT: "", 0: ">= 0", FLOOR: "> 0"}.get(low, f">= {low}")
    return f"[{low}, {high}{')' if 'high_excluded' in parameter else ']'}"


def comment(text, indent):
    if len(indent) + len(text) <= 113:
        return [f"{indent}/** {text} */"]
    lines = textwrap.wrap(text, 120, initial_indent=f"{indent} * ", subsequent_indent=f"{indent} * ")
    return [f"{indent}/**", *lines, f"{indent} */"]
