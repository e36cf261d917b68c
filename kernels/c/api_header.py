# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Reads wend.h."""

import re
from dataclasses import dataclass
from typing import Optional, Tuple, Union

SCALARS = ("char", "int32_t", "uint32_t", "float", "double", "uint64_t")


@dataclass(frozen=True)
class Named:
    """An argument, or a member of a struct. `kind` is its type as in C; `length` that of an array, or None; `initial`
    what the struct's initialiser sets it to."""

    name: str
    kind: str
    length: Optional[int] = None
    initial: Union[int, float] = 0


@dataclass(frozen=True)
class Function:
    result: str
    arguments: Tuple[Named, ...]


class Api:
    """The contents of the header in its order. Names lack the prefix wend, types have it."""

    def __init__(self, text):
        text = re.sub(r"//[^\n]*|\bstruct (?=\w+\*)", "", text).replace("\\\n", " ")
        numbers = {"NULL": 0, "UINT32_MAX": 2**32 - 1, "UINT64_MAX": 2**64 - 1}
        self.constants = {}
        for name, value in re.findall(r"^#define WEND_(\w+) (\d+|UINT\d+_MAX)$", text, re.MULTILINE):
            self.constants[name] = numbers[value] if value in numbers else int(value)
        numbers |= {f"WEND_{name}": value for name, value in self.constants.items()}
        initialisers = dict(re.findall(r"^#define WEND_(\w+)_INIT +\{(.*)\}$", text, re.MULTILINE))

        text = " ".join(re.sub(r"^#.*$", "", text, flags=re.MULTILINE).split())
        self.scalars = {name: kind for kind, name in re.findall(r"typedef (u?int32_t) (\w+);", text)}
        self.handles = re.findall(r"typedef struct (\w+) \1;", text)
        self.enums, self.structs, self.callbacks, self.functions = {}, {}, {}, {}
        for name, body in re.findall(r"typedef u?int32_t wend_(\w+); enum \{([^}]*)\}", text):
            self.enums[name] = {key: int(value) for key, value in re.findall(r"(WEND_\w+) = (\d+)", body)}
            numbers |= self.enums[name]
        for match in re.finditer(
            r"typedef struct \w+ \{(?P<members>[^}]*)\} wend_(?P<struct>\w+);"
            r"|typedef (?P<result>[\w* ]+) \(\*wend_(?P<callback>\w+)\)\((?P<given>[^)]*)\);"
            r"|WEND_C_API (?P<returned>[\w* ]+) (?P<function>\w+)\((?P<arguments>[^)]*)\)",
            text,
        ):
            if match["struct"]:
                values = self.values(initialisers.get(match["struct"].upper(), ""), numbers)
                self.structs[match["struct"]] = list(self.members(match["members"], values))
            elif match["callback"]:
                self.callbacks[match["callback"]] = self.function(match["result"], match["given"])
            else:
                self.functions[match["function"]] = self.function(match["returned"], match["arguments"])

    @staticmethod
    def values(text, numbers):
        """The numbers of an initialiser; 0 for the size, texts and arrays."""
        text = re.sub(r"\{[^}]*\}|sizeof\(\w+\)|\"\w*\"", "0", text)
        return [numbers[one] if one in numbers else float(one.rstrip("f")) for one in re.findall(r"[^\s,]+", text)]

    def members(self, text, values):
        """An array's length is a number or a constant. Structs without an initialiser begin with zeros."""
        values = iter(values)
        for declaration in filter(None, map(str.strip, text.split(";"))):
            kind, names = re.fullmatch(r"(.*?[ *])(\w+(?:\[\w+\])?(?:, \w+)*)", declaration).groups()
            for name in names.split(", "):
                name, length = re.fullmatch(r"(\w+)(?:\[(\w+)\])?", name).groups()
                length = length and int(self.constants.get(length[5:], length))
                yield Named(name, kind.strip(), length, next(values, 0))

    @staticmethod
    def function(result, arguments):
        named = re.findall(r" *([^,]*[ *])(\w+)(?:,|$)", "" if arguments == "void" else arguments)
        return Function(result, tuple(Named(name, kind.strip()) for kind, name in named))

    def plain(self, kind):
        """The type without const and the prefix; a scalar for an enumeration."""
        kind = re.sub(r"\bconst\b| ", "", kind)
        return self.scalars.get(kind, kind).removeprefix("wend_")

    @staticmethod
    def short(values):
        """The enumerators without the words that all of them begin with."""
        values = {key.removeprefix("WEND_"): value for key, value in values.items()}
        shared = re.match(r"((?:[A-Z]+_)*).*(\n\1.*)*$", "\n".join(values))[1]
        return {key.removeprefix(shared): value for key, value in values.items()}

    def layout(self, struct):
        """Size, alignment, and the members' offsets, where addresses have 64 bits."""
        offset, largest, offsets = 0, 1, []
        for member in self.structs[struct]:
            kind = self.plain(member.kind)
            if kind in self.structs:
                size, alignment, _ = self.layout(kind)
            else:
                size = alignment = {"char": 1, "int32_t": 4, "uint32_t": 4, "float": 4}.get(kind, 8)
            offset += -offset % alignment
            offsets.append(offset)
            offset += size * (member.length or 1)
            largest = max(largest, alignment)
        return offset + -offset % largest, largest, offsets
