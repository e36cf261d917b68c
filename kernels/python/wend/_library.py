# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""The C library, and calls of its functions."""

import ctypes
import os
from pathlib import Path
from typing import List, Optional

from . import _api
from ._api import Code, CResult

VERSION = f"{_api.VERSION_MAJOR}.{_api.VERSION_MINOR}.{_api.VERSION_PATCH}"


class Error(ValueError):
    """A refusal. Nothing was written, except for Code.THREADING_FAILED.

    `code` says why, `subject` is the stream or parameter that it is about, `stage` the number of the stage, or
    None.
    """

    def __init__(self, message: str, code: Code, subject: str = "", stage: Optional[int] = None) -> None:
        super().__init__(message)
        self.code = code
        self.subject = subject
        self.stage = stage


def _load() -> ctypes.CDLL:
    """The library that WEND_LIBRARY names; otherwise the one beside this file, or the one that the loader finds."""
    version = VERSION.rsplit(".", 1)[0]
    named = os.environ.get("WEND_LIBRARY")
    beside = [str(Path(__file__).with_name(name)) for name in (f"libwend_c.so.{version}", "libwend_c.so")]
    if named:
        places = [named]
    else:
        places = [place for place in beside if os.path.exists(place)] or [f"libwend_c.so.{version}"]
    try:
        if places[0] in beside:  # a wheel has oneTBB too; the loader takes a loaded library of the name it needs
            for bundled in Path(__file__).parent.glob("libtbb.so.*"):
                ctypes.CDLL(str(bundled))
        library = ctypes.CDLL(places[0])
    except OSError as error:
        raise ImportError(
            f"wend: {error}; set WEND_LIBRARY to the path of libwend_c.so, or put it beside {Path(__file__).parent}"
        ) from None
    library.wend_version.restype = ctypes.c_char_p
    found = library.wend_version().decode()
    if found.rsplit(".", 1)[0] != version:
        raise ImportError(f"wend: {places[0]} is version {found}, this package is for {version}")
    return library


LIBRARY = _load()
for _name, (_result, _arguments) in _api.FUNCTIONS.items():
    getattr(LIBRARY, _name).restype = _result
    getattr(LIBRARY, _name).argtypes = _arguments


def invoke(name: str, *arguments: object) -> CResult:
    """Calls a function that takes a result as its last argument."""
    result = CResult()
    result.code = getattr(LIBRARY, name)(*arguments, ctypes.byref(result))
    return result


def checked(result: CResult) -> CResult:
    """Raises refusals."""
    if result.code != Code.OK:
        message = result.message.decode(errors="replace")
        if result.code == Code.OUT_OF_MEMORY:
            raise MemoryError(message)
        stage = result.index if result.stage else None
        raise Error(message, Code(result.code), (result.subject or b"").decode(), stage)
    return result


def raise_first(errors: List[BaseException]) -> None:
    """Raises the first of the exceptions of functions that C has called, if there is one; forgets the others."""
    if errors:
        error = errors[0]
        errors.clear()
        raise error


def call(name: str, *arguments: object) -> CResult:
    """`invoke`, with refusals raised."""
    return checked(invoke(name, *arguments))
