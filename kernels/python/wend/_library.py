# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""The C library: its structs and functions as wend/wend.h declares them."""

import ctypes
import os
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_float, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from enum import IntEnum
from pathlib import Path
from typing import Optional

VERSION = "0.1.0"


class Code(IntEnum):
    """Why a call was refused: the enumerators of wend/wend.h without WEND_."""

    OK = 0
    MISSING_STREAM = 1
    LENGTH_MISMATCH = 2
    ELEMENT_TYPE_MISMATCH = 3
    READ_ONLY_STREAM = 4
    STREAMS_OVERLAP = 5
    GIVEN_TWICE = 6
    PARAMETER_OUT_OF_RANGE = 7
    EMPTY_RECTANGLE = 8
    INVALID_PROGRAM = 9
    UNKNOWN_ISA = 10
    UNSUPPORTED_ISA = 11
    UNKNOWN_STREAM = 12
    MISSING_CALLBACK = 13
    EMPTY_PATH = 14
    BAD_POINT = 15
    TOO_FEW_POINTS = 16
    TOO_MANY_NODES = 17
    BAD_POINT_COUNT = 18
    TOO_MANY_POINTS = 19
    THREADING_FAILED = 20
    MISSING_TICK = 21
    NEEDS_WHOLE_VIEW = 22
    UNSTABLE_STEP = 23
    THREADING_AFTER_FORK = 24
    MISSING_WORKSPACE = 25
    BAD_SELECTION = 26
    BAD_VALUE = 27
    NULL_FUNCTION = 28
    NOT_TUNABLE = 29
    ONE_TICK_ONLY = 30
    BAD_SNAPSHOT = 31
    TOO_MANY_ELEMENTS = 32
    MISALIGNED = 33
    BAD_ARGUMENT = 1000
    BAD_WORDS = 1001
    BAD_STRIDE = 1002
    OUT_OF_MEMORY = 1003
    INTERNAL_ERROR = 1004


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


class Sized(ctypes.Structure):
    """A struct that begins with its size, which is set where it is made."""

    def __init__(self, **members: object) -> None:
        super().__init__(struct_size=ctypes.sizeof(type(self)), **members)


class CResult(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("code", c_int32),
        ("faults", c_uint64),
        ("first_fault", c_uint64),
        ("notice", c_int32),
        ("high_excluded", c_uint32),
        ("subject", c_char_p),
        ("other", c_char_p),
        ("stage", c_char_p),
        ("index", c_uint64),
        ("sub_index", c_uint64),
        ("value", c_double),
        ("expected", c_double),
        ("low", c_double),
        ("high", c_double),
        ("message", c_char * 512),
        ("first_fault_view", c_uint64),
        ("capped", c_uint64),
    ]


class CColumn(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("stream", c_uint32),
        ("data", c_void_p),
        ("count", c_size_t),
        ("stride", c_size_t),
        ("element", c_int32),
        ("read_only", c_uint32),
    ]


class CView(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("first_id", c_uint32),
        ("columns", POINTER(CColumn)),
        ("column_count", c_size_t),
        ("workspace", c_void_p),
        ("workspace_count", c_size_t),
        ("others", c_void_p),
        ("selection", c_int32),
        ("slice", c_uint32),
        ("selected", c_void_p),
        ("selected_count", c_size_t),
    ]


class CPoint(ctypes.Structure):
    _fields_ = [("x", c_double), ("y", c_double)]


class CPath(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("closed", c_uint32),
        ("points", c_void_p),
        ("point_count", c_size_t),
        ("offsets", c_void_p),
        ("offset_count", c_size_t),
    ]


class CParameter(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("reserved", c_uint32),
        ("name", c_char_p),
        ("word", c_char_p),
        ("number", c_double),
        ("area", c_double * 4),
    ]


class CCustomCall(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("dt", c_float),
        ("count", c_size_t),
        ("tick", c_uint64),
        ("seed", c_uint64),
        ("force_x", c_void_p),
        ("force_y", c_void_p),
        ("reads", POINTER(c_void_p)),
        ("writes", POINTER(c_void_p)),
        ("slots", c_void_p),
        ("first_slot", c_size_t),
        ("ids", c_void_p),
        ("first_id", c_uint32),
        ("reserved", c_uint32),
        ("call", c_void_p),
    ]


CUSTOM_FUNCTION = ctypes.CFUNCTYPE(c_int32, c_void_p, POINTER(CCustomCall))


class CCustom(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("draws", c_uint32),
        ("function", CUSTOM_FUNCTION),
        ("context", c_void_p),
        ("reads", POINTER(c_char_p)),
        ("read_count", c_size_t),
        ("writes", POINTER(c_char_p)),
        ("write_count", c_size_t),
    ]


class CFlowField(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("columns", c_uint32),
        ("rows", c_uint32),
        ("reserved", c_uint32),
        ("area", c_double * 4),
        ("velocities", c_void_p),
        ("velocity_count", c_size_t),
    ]


class CStage(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("reserved", c_uint32),
        ("kind", c_char_p),
        ("parameters", POINTER(CParameter)),
        ("parameter_count", c_size_t),
        ("paths", c_void_p),
        ("custom", POINTER(CCustom)),
        ("field", POINTER(CFlowField)),
    ]


class CStreamUse(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("stream", c_uint32),
        ("name", c_char_p),
        ("element", c_int32),
        ("use", c_int32),
    ]


class CTicks(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("dt", c_float),
        ("count", c_uint32),
        ("reserved", c_uint32),
        ("first_tick", c_uint64),
        ("seed", c_uint64),
    ]


class CExecution(Sized):
    _fields_ = [
        ("struct_size", c_uint32),
        ("threading", c_int32),
        ("isa", c_char_p),
        ("max_threads", c_uint32),
        ("block", c_uint32),
        ("grain", c_uint32),
        ("ticks_per_pass", c_uint32),
        ("parallel_for", c_void_p),
        ("parallel_for_context", c_void_p),
        ("scratch", c_void_p),
        ("scratch_context", c_void_p),
        ("threads", c_uint32),
        ("inputs", c_uint32),
    ]


NO_STREAM = 2**32 - 1
NO_TICK = 2**64 - 1
PREPARED_RUN_BYTES = 16384


def _load() -> ctypes.CDLL:
    """The library that WEND_LIBRARY names; else the one beside this file; else the one that the loader finds."""
    version = VERSION.rsplit(".", 1)[0]
    named = os.environ.get("WEND_LIBRARY")
    beside = [str(Path(__file__).with_name(name)) for name in (f"libwend_c.so.{version}", "libwend_c.so")]
    if named:
        places = [named]
    else:
        places = [place for place in beside if os.path.exists(place)] or [f"libwend_c.so.{version}"]
    try:
        library = ctypes.CDLL(places[0])
    except OSError as error:
        raise ImportError(
            f"wend: {error}; set WEND_LIBRARY to the path of libwend_c.so, or put it beside {Path(__file__).parent}"
        ) from None
    library.wend_version.restype = c_char_p
    found = library.wend_version().decode()
    if found.rsplit(".", 1)[0] != version:
        raise ImportError(f"wend: {places[0]} is version {found}, this package is for {version}")
    return library


LIBRARY = _load()


def _declare(name: str, result: object, *arguments: object) -> None:
    function = getattr(LIBRARY, name)
    function.restype = result
    function.argtypes = arguments


_handle, _result = c_void_p, POINTER(CResult)
_declare("wend_bits_version", c_uint32)
_declare("wend_block_count", c_uint32, _handle)
_declare("wend_custom_draws", None, POINTER(CCustomCall), c_uint32, c_void_p)
_declare("wend_custom_fault", None, POINTER(CCustomCall), c_size_t)
_declare("wend_default_isa", c_char_p)
_declare("wend_explain", c_int32, _handle, POINTER(CView), POINTER(CTicks), c_size_t, c_size_t, _result)
_declare("wend_find_stream", c_uint32, c_char_p)
_declare("wend_finish", c_int32, _handle, _result)
_declare("wend_forces", c_int32, _handle, POINTER(CView), POINTER(CTicks), POINTER(CExecution), _result)
_declare("wend_isa_count", c_uint32)
_declare("wend_isa_name", c_char_p, c_uint32)
_declare("wend_keep_start", c_int32, POINTER(CView), c_void_p, c_size_t, POINTER(CColumn), POINTER(CView), _result)
_declare("wend_path_length", c_double, _handle, c_size_t, c_int32)
_declare("wend_path_node", CPoint, _handle, c_size_t, c_uint32)
_declare("wend_path_node_count", c_uint32, _handle, c_size_t)
_declare("wend_path_segment_count", c_uint32, _handle, c_size_t, c_int32)
_declare("wend_paths_count", c_size_t, _handle)
_declare("wend_paths_create", c_int32, POINTER(CPath), c_size_t, POINTER(_handle), _result)
_declare("wend_paths_destroy", None, _handle)
_declare(
    "wend_prepare",
    c_int32,
    _handle,
    POINTER(CView),
    POINTER(CTicks),
    POINTER(CExecution),
    c_void_p,
    c_size_t,
    POINTER(_handle),
    _result,
)
_declare("wend_program_create", c_int32, POINTER(CStage), c_size_t, POINTER(_handle), _result)
_declare("wend_program_destroy", None, _handle)
_declare("wend_program_draws", c_int32, _handle)
_declare("wend_program_from_json", c_int32, c_char_p, c_size_t, _handle, POINTER(_handle), _result)
_declare("wend_program_looks_at_others", c_int32, _handle)
_declare("wend_program_stage_count", c_size_t, _handle)
_declare("wend_program_stage_kind", c_char_p, _handle, c_size_t)
_declare("wend_program_stream", c_int32, _handle, c_size_t, POINTER(CStreamUse), _result)
_declare("wend_program_stream_count", c_size_t, _handle)
_declare("wend_program_tune", c_int32, _handle, c_size_t, POINTER(CStage), _result)
_declare("wend_restore", c_int32, _handle, POINTER(CView), c_void_p, c_size_t, _result)
_declare("wend_run", c_int32, _handle, POINTER(CView), POINTER(CTicks), POINTER(CExecution), _result)
_declare("wend_run_blocks", None, _handle, c_uint32, c_uint32)
_declare("wend_run_views", c_int32, _handle, POINTER(CView), c_size_t, POINTER(CTicks), POINTER(CExecution), _result)
_declare("wend_save", c_int32, _handle, POINTER(CView), c_void_p, c_size_t, _result)
_declare("wend_workspace_size", c_int32, _handle, POINTER(CView), POINTER(c_size_t), _result)
_declare("wend_snapshot_bytes", c_int32, _handle, POINTER(CView), POINTER(c_size_t), _result)
_declare("wend_sort_by_cell", c_int32, POINTER(CView), c_float, c_void_p, _result)
_declare("wend_state_hash", c_int32, _handle, POINTER(CView), POINTER(c_uint64), _result)
_declare("wend_stream_count", c_uint32)
_declare("wend_stream_element", c_int32, c_uint32)
_declare("wend_stream_name", c_char_p, c_uint32)
_declare("wend_validate", c_int32, _handle, POINTER(CView), POINTER(CTicks), POINTER(CExecution), _result)


def invoke(name: str, *arguments: object) -> CResult:
    """Calls a function that takes a result as its last argument."""
    result = CResult()
    result.code = getattr(LIBRARY, name)(*arguments, byref(result))
    return result


def checked(result: CResult) -> CResult:
    """Raises what was refused."""
    if result.code != Code.OK:
        message = result.message.decode(errors="replace")
        if result.code == Code.OUT_OF_MEMORY:
            raise MemoryError(message)
        stage = result.index if result.stage else None
        raise Error(message, Code(result.code), (result.subject or b"").decode(), stage)
    return result


def call(name: str, *arguments: object) -> CResult:
    """`invoke`, and raises what it refuses."""
    return checked(invoke(name, *arguments))
