# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Writes the part of Wend.cs that is wend.h."""

import re
import textwrap

BEGIN = "    // wend.h, written by kernels/c/bindings.py: do not edit.\n"
END = "    // The end of wend.h.\n"
TYPES = {"char": "byte", "int32_t": "int", "uint32_t": "uint", "uint64_t": "ulong", "size_t": "UIntPtr"}
KEYWORDS = {"base", "checked", "event", "fixed", "in", "lock", "object", "out", "params", "ref"}


def camel(name):
    return "".join(part.capitalize() for part in name.split("_"))


def csharp_of(api, text):
    """The file with that part written anew."""
    head, rest = text.split(BEGIN)
    return head + BEGIN + table_of(api) + END + rest.split(END)[1]


def table_of(api):
    lines = []
    for name, values in api.enums.items():
        kind = TYPES[api.scalars[f"wend_{name}"]]
        lines += [f"    /// <summary>wend_{name} of wend.h.</summary>", f"    public enum {camel(name)} : {kind}"]
        lines += ["    {", *(f"        {camel(key)} = {one}," for key, one in api.short(values).items()), "    }", ""]

    def of(kind):
        """Enumerations have the names above; a function's address is an IntPtr."""
        kind, pointers = re.fullmatch(r"(\w+)(\**)", re.sub(r"\bconst\b| ", "", kind)).groups()
        name = kind.removeprefix("wend_")
        if name in api.callbacks:
            return "IntPtr" + pointers
        return (camel(name) if name in api.enums else TYPES.get(kind, kind)) + pointers

    def arguments_of(function):
        return ", ".join(f"{of(one.kind)} {'@' * (one.name in KEYWORDS)}{one.name}" for one in function.arguments)

    lines += [
        "    /// <summary>The structs and functions of wend.h, which documents them, as they are there.</summary>",
        "    public static unsafe partial class Native",
        "    {",
    ]
    for name, value in api.constants.items():
        lines += [f"        public const {'ulong' if value >= 2**32 else 'uint'} WEND_{name} = {value};"]
    for name in api.handles:
        lines += ["", f"        public struct {name}", "        {", "        }"]
    for name, function in api.callbacks.items():
        lines += [
            "",
            "        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]",
            f"        public delegate {of(function.result)} wend_{name}({arguments_of(function)});",
        ]
    for name, members in api.structs.items():
        lines += ["", "        [StructLayout(LayoutKind.Sequential)]", f"        public struct wend_{name}"]
        lines += ["        {"]
        for one in members:
            fixed, length = ("fixed ", f"[{one.length}]") if one.length else ("", "")
            lines += [f"            public {fixed}{of(one.kind)} {one.name}{length};"]
        if members[0].name == "struct_size":
            values = [f"struct_size = (uint)sizeof(wend_{name})"]
            values += [f"{one.name} = {initial_of(of(one.kind), one.initial)}" for one in members if one.initial]
            lines += ["", f"            public static wend_{name} Init => new wend_{name} {{"]
            lines += [f"                {', '.join(values)}", "            };"]
        lines += ["        }"]
    sizes = [f"sizeof(wend_{name}) == {api.layout(name)[0]}" for name in api.structs]
    lines += [
        "",
        "        /// <summary>Whether the structs have C's sizes.</summary>",
        "        internal static bool SizesMatch()",
        "        {",
        f"            return sizeof(void*) != 8 || ({sizes[0]}",
        *(f"                && {size}" for size in sizes[1:]),
        "            );",
        "        }",
    ]
    for name, function in api.functions.items():
        lines += [
            "",
            "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]",
            f"        public static extern {of(function.result)} {name}({arguments_of(function)});",
        ]
    return "\n".join([*(broken for line in lines for broken in lines_of(line)), "    }", ""])


def lines_of(line):
    """The line in columns as those of the other sources."""
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(line, 120, subsequent_indent=indent + "    ", break_long_words=False) or [""]


def initial_of(kind, value):
    literal = f"{value:g}" if isinstance(value, float) else f"{value}"
    return literal + "f" if kind == "float" else literal
