#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Writes the enumerations, structs and functions of wend.h for other languages, and as data with stages and streams.

bindings.py                 writes wend_api.json, the tables of the C#, JavaScript and Python packages, and TypeScript's
bindings.py --check         writes nothing; exit status 1 where one of them differs from wend.h or docs/stages.md
bindings.py --layout FILE   writes a C program that prints the sizes and offsets of all structs
"""

import json
import sys
from pathlib import Path

from api_csharp import csharp_of
from api_header import SCALARS, Api
from api_stages import stages_of, streams_of
from api_typescript import typescript_of

KERNELS = Path(__file__).resolve().parents[1]


def json_of(api, stages, streams):
    """Types are those of C; sizes and offsets, in bytes, those of 64-bit systems."""

    def function_of(one):
        arguments = [{"name": given.name, "type": given.kind} for given in one.arguments]
        return {"result": one.result, "arguments": arguments}

    def struct_of(name, members):
        size, _, offsets = api.layout(name)
        described = []
        for member, offset in zip(members, offsets):
            optional = {"length": member.length, "initial": member.initial}
            described.append(
                {"name": member.name, "type": member.kind, "offset": offset}
                | {key: value for key, value in optional.items() if value}
            )
        return {"size": size, "members": described}

    data = {
        "version": ".".join(str(api.constants[f"VERSION_{part}"]) for part in ("MAJOR", "MINOR", "PATCH")),
        "constants": {f"WEND_{name}": value for name, value in api.constants.items()},
        "enums": {
            f"wend_{name}": {"type": api.scalars[f"wend_{name}"], "values": values}
            for name, values in api.enums.items()
        },
        "handles": api.handles,
        "structs": {f"wend_{name}": struct_of(name, members) for name, members in api.structs.items()},
        "callbacks": {f"wend_{name}": function_of(one) for name, one in api.callbacks.items()},
        "functions": {name: function_of(one) for name, one in api.functions.items()},
        "stages": stages,
        "streams": streams,
    }

    def text_of(value, indent=""):
        """A line for each constant, argument, member, parameter and stream, for names, and for what is short."""
        line = json.dumps(value)
        if len(line) <= 100 or isinstance(value, dict) and value.keys() & {"name", "element"}:
            return line
        if isinstance(value, list) and isinstance(value[0], str):
            return line
        deeper = indent + "  "
        if isinstance(value, list):
            return "[\n" + ",\n".join(deeper + text_of(one, deeper) for one in value) + f"\n{indent}]"
        entries = (f"{deeper}{json.dumps(key)}: {text_of(one, deeper)}" for key, one in value.items())
        return "{\n" + ",\n".join(entries) + f"\n{indent}}}"

    return text_of(data) + "\n"


def python_of(api):
    types = {"char*": "c_char_p", "char**": "POINTER(c_char_p)", "void**": "POINTER(c_void_p)", "void": "None"}
    types |= {kind: "c_" + kind.removesuffix("_t") for kind in SCALARS} | {"size_t": "c_size_t"}

    def camel(name):
        return "".join(part.capitalize() for part in name.split("_"))

    def of(kind):
        return types.get(api.plain(kind), "c_void_p")

    def arguments_of(function):
        return [of(given.kind) for given in function.arguments]

    lines = [
        "# SPDX-FileCopyrightText: 2026 The wend authors",
        "# SPDX-License-Identifier: MIT",
        '"""wend/wend.h for ctypes. Written by kernels/c/bindings.py."""',
        "",
        "from ctypes import CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double, c_float, c_int32, c_size_t, c_uint32",
        "from ctypes import c_uint64, c_void_p, sizeof",
        "from enum import IntEnum",
        "",
        *(f"{name} = {value}" for name, value in api.constants.items()),
    ]
    for name, values in api.enums.items():
        lines += ["", "", f"class {camel(name)}(IntEnum):", f'    """wend_{name} of wend/wend.h."""', ""]
        lines += [f"    {key} = {value}" for key, value in api.short(values).items()]
    lines += [
        "",
        "",
        "class Sized(Structure):",
        '    """A struct that begins with its size, which is set where it is made."""',
        "",
        "    def __init__(self, **members: object) -> None:",
        "        super().__init__(struct_size=sizeof(type(self)), **members)",
    ]
    callbacks = dict(api.callbacks)

    def define(callback):
        function = callbacks.pop(callback)
        kinds = ", ".join([of(function.result), *arguments_of(function)])
        lines.extend(["", "", f"C{camel(callback)} = CFUNCTYPE({kinds})"])
        types[callback] = f"C{camel(callback)}"

    for name, members in api.structs.items():
        for callback in [api.plain(one.kind) for one in members if api.plain(one.kind) in callbacks]:
            define(callback)
        base = "Sized" if members[0].name == "struct_size" else "Structure"
        lines += ["", "", f"class C{camel(name)}({base}):", "    _fields_ = ["]
        for one in members:
            lines += [f'        ("{one.name}", {of(one.kind)}{f" * {one.length}" if one.length else ""}),']
        lines += ["    ]"]
        types |= {name: f"C{camel(name)}", name + "*": f"POINTER(C{camel(name)})"}
    for callback in list(callbacks):
        define(callback)
    lines += ["", "", "# Result type and argument types.", "FUNCTIONS = {"]
    for name, function in api.functions.items():
        lines += [f'    "{name}": ({of(function.result)}, [{", ".join(arguments_of(function))}]),']
    return "\n".join([*lines, "}", ""])


def javascript_of(api):
    types = dict(zip(SCALARS, ("char", "i32", "u32", "f32", "f64", "u64")))
    lines = [
        "// SPDX-FileCopyrightText: 2026 The wend authors",
        "// SPDX-License-Identifier: MIT",
        "//",
        "// wend.h for JavaScript. Written by kernels/c/bindings.py.",
        "",
        "export const constants = {",
        *(f"    {name}: {value}{'n' if value >= 2**53 else ''}," for name, value in api.constants.items()),
        "};",
        "",
        "export const enums = {",
    ]
    for name, values in api.enums.items():
        lines += [f"    {name}: {{", *(f"        {key}: {one}," for key, one in api.short(values).items()), "    },"]
    lines += ["};", "", "/// Members: name, type, array length. Addresses and sizes have 32 bits.", "export const structs = {"]
    for name, members in api.structs.items():
        lines += [f"    {name}: ["]
        for one in members:
            kind = types.get(api.plain(one.kind), "u32")
            lines += [f'        ["{one.name}", "{kind}"{f", {one.length}" if one.length else ""}],']
        lines += ["    ],"]
    return "\n".join([*lines, "};", ""])


def layout_of(api):
    lines = ["#include <stdio.h>", "", "#include <wend/wend.h>", "", "int main(void) {"]
    for name, members in api.structs.items():
        struct = f"wend_{name}"
        lines += [f'    printf("{struct} %lu\\n", (unsigned long)sizeof({struct}));']
        for member in members:
            lines += [
                f'    printf("{struct}.{member.name} %lu %lu\\n", (unsigned long)offsetof({struct}, {member.name}),',
                f"           (unsigned long)sizeof((({struct}*)0)->{member.name}));",
            ]
    lines += ['    printf("WEND_PREPARED_RUN_BYTES %lu\\n", (unsigned long)WEND_PREPARED_RUN_BYTES);']
    return "\n".join([*lines, "    return 0;", "}", ""])


def main(options):
    headers = KERNELS / "include/wend"
    api = Api((headers / "wend.h").read_text())
    if options[:1] == ["--layout"]:
        Path(options[1]).write_text(layout_of(api))
        return 0
    page = (KERNELS / "docs/stages.md").read_text()
    stages, streams = stages_of(page, headers), streams_of(page)
    csharp = KERNELS / "csharp/Wend.cs"
    status = 0
    for path, text in (
        (KERNELS / "c/wend_api.json", json_of(api, stages, streams)),
        (csharp, csharp_of(api, csharp.read_text())),
        (KERNELS / "npm/api.js", javascript_of(api)),
        (KERNELS / "npm/stages.d.ts", typescript_of(stages, streams)),
        (KERNELS / "python/wend/_api.py", python_of(api)),
    ):
        if not options:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"{path} is not as {Path(__file__).name} writes it: run it", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
