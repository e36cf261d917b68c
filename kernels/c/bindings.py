#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Writes the enumerations, structs and functions of wend.h for other languages.

bindings.py                 writes kernels/python/wend/_api.py and kernels/npm/api.js
bindings.py --check         writes nothing; exit status 1 where one of them differs from wend.h
bindings.py --layout FILE   writes a C program that prints the sizes and offsets of all structs
"""

import re
import sys
from pathlib import Path

KERNELS = Path(__file__).resolve().parents[1]
SCALARS = ("char", "int32_t", "uint32_t", "float", "double", "uint64_t")


class Api:
    """The contents of the header in its order. Types are those of C without const, names lack the prefix wend."""

    def __init__(self, text):
        text = re.sub(r"//[^\n]*|\bconst\b|\bstruct (?=\w+\*)", "", text).replace("\\\n", " ")
        self.constants = {"UINT32_MAX": 2**32 - 1, "UINT64_MAX": 2**64 - 1}
        for name, value in re.findall(r"^#define WEND_(\w+) (\d+|UINT\d+_MAX)$", text, re.MULTILINE):
            self.constants[name] = self.constants[value] if value in self.constants else int(value)
        del self.constants["UINT32_MAX"], self.constants["UINT64_MAX"]
        text = " ".join(re.sub(r"^#.*$", "", text, flags=re.MULTILINE).split())
        self.scalars = {name: kind for kind, name in re.findall(r"typedef (u?int32_t) (\w+);", text)}
        self.enums, self.structs, self.callbacks, self.functions = {}, {}, {}, {}
        for name, body in re.findall(r"typedef u?int32_t wend_(\w+); enum \{([^}]*)\}", text):
            values = dict(re.findall(r"WEND_(\w+) = (\d+)", body))
            shared = re.match(r"((?:[A-Z]+_)*).*(\n\1.*)*$", "\n".join(values))[1]
            self.enums[name] = {key.removeprefix(shared): int(value) for key, value in values.items()}
        for match in re.finditer(
            r"typedef struct \w+ \{(?P<members>[^}]*)\} wend_(?P<struct>\w+);"
            r"|typedef (?P<result>[\w*]+) \(\*wend_(?P<callback>\w+)\)\((?P<given>[^)]*)\);"
            r"|WEND_C_API (?P<returned>[\w*]+) (?P<function>\w+)\((?P<arguments>[^)]*)\)",
            text,
        ):
            if match["struct"]:
                self.structs[match["struct"]] = list(self.members(match["members"]))
            elif match["callback"]:
                self.callbacks[match["callback"]] = self.types(match["result"], match["given"])
            else:
                self.functions[match["function"]] = self.types(match["returned"], match["arguments"])

    def members(self, text):
        """(name, type, length of the array or None) of each member."""
        for declaration in filter(None, map(str.strip, text.split(";"))):
            kind, names = re.fullmatch(r"(.*?[ *])(\w.*)", declaration).groups()
            for name in names.split(", "):
                name, length = re.fullmatch(r"(\w+)(?:\[(\w+)\])?", name).groups()
                yield name, self.type_of(kind), length and int(self.constants.get(length[5:], length))

    def types(self, result, arguments):
        arguments = [] if arguments == "void" else arguments.split(",")
        return self.type_of(result), [self.type_of(re.sub(r"\w+$", "", one)) for one in arguments]

    def type_of(self, text):
        kind = text.replace(" ", "")
        return self.scalars.get(kind, kind).removeprefix("wend_")


def python_of(api):
    types = {"char*": "c_char_p", "char**": "POINTER(c_char_p)", "void**": "POINTER(c_void_p)", "void": "None"}
    types |= {kind: "c_" + kind.removesuffix("_t") for kind in SCALARS} | {"size_t": "c_size_t"}

    def camel(name):
        return "".join(part.capitalize() for part in name.split("_"))

    def of(kind):
        return types.get(kind, "c_void_p")

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
        lines += [f"    {key} = {value}" for key, value in values.items()]
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
    for name, members in api.structs.items():
        for callback in [kind for _, kind, _ in members if kind in callbacks]:
            result, arguments = callbacks.pop(callback)
            lines += ["", "", f"C{camel(callback)} = CFUNCTYPE({', '.join(map(of, [result, *arguments]))})"]
            types[callback] = f"C{camel(callback)}"
        base = "Sized" if members[0][0] == "struct_size" else "Structure"
        lines += ["", "", f"class C{camel(name)}({base}):", "    _fields_ = ["]
        lines += [f'        ("{name}", {of(kind)}{f" * {length}" if length else ""}),' for name, kind, length in members]
        lines += ["    ]"]
        types |= {name: f"C{camel(name)}", name + "*": f"POINTER(C{camel(name)})"}
    lines += ["", "", "# Result type and argument types.", "FUNCTIONS = {"]
    for name, (result, arguments) in api.functions.items():
        lines += [f'    "{name}": ({of(result)}, [{", ".join(map(of, arguments))}]),']
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
        lines += [f"    {name}: {{", *(f"        {key}: {value}," for key, value in values.items()), "    },"]
    lines += ["};", "", "/// Members: name, type, array length. Addresses and sizes have 32 bits.", "export const structs = {"]
    for name, members in api.structs.items():
        lines += [f"    {name}: ["]
        lines += [f'        ["{name}", "{types.get(kind, "u32")}"{f", {length}" if length else ""}],' for name, kind, length in members]
        lines += ["    ],"]
    return "\n".join([*lines, "};", ""])


def layout_of(api):
    lines = ["#include <stdio.h>", "", "#include <wend/wend.h>", "", "int main(void) {"]
    for name, members in api.structs.items():
        struct = f"wend_{name}"
        lines += [f'    printf("{struct} %lu\\n", (unsigned long)sizeof({struct}));']
        for member, _, _ in members:
            lines += [
                f'    printf("{struct}.{member} %lu %lu\\n", (unsigned long)offsetof({struct}, {member}),',
                f"           (unsigned long)sizeof((({struct}*)0)->{member}));",
            ]
    lines += ['    printf("WEND_PREPARED_RUN_BYTES %lu\\n", (unsigned long)WEND_PREPARED_RUN_BYTES);']
    return "\n".join([*lines, "    return 0;", "}", ""])


def main(options):
    api = Api((KERNELS / "include/wend/wend.h").read_text())
    if options[:1] == ["--layout"]:
        Path(options[1]).write_text(layout_of(api))
        return 0
    status = 0
    for path, text in ((KERNELS / "python/wend/_api.py", python_of(api)), (KERNELS / "npm/api.js", javascript_of(api))):
        if not options:
            path.write_text(text)
        elif path.read_text() != text:
            print(f"{path} differs from wend.h: run {Path(__file__).name}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
