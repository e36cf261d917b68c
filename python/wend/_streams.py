# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Streams, and views that bind NumPy arrays to them."""

import ctypes
from typing import Dict, Iterator, Mapping

import numpy as np

from ._library import LIBRARY, NO_STREAM, CColumn, Code, CView, Error

DTYPES = (np.dtype(np.float32), np.dtype(np.float64), np.dtype(np.int32), np.dtype(np.uint32))


def stream_dtypes() -> Dict[str, np.dtype]:
    """Every stream's name and the type of its elements."""
    return {
        LIBRARY.wend_stream_name(stream).decode(): DTYPES[LIBRARY.wend_stream_element(stream)]
        for stream in range(LIBRARY.wend_stream_count())
    }


class View(Mapping[str, np.ndarray]):
    """Which array holds which stream: one element an agent, read and written where it is.

        view = wend.View(position_x=x, position_y=y, velocity_x=vx, velocity_y=vy)

    Arrays are one-dimensional and contiguous, of exactly the stream's type; nothing is copied and nothing
    converted: what does not fit is refused by name. An array that is not writeable may be bound to a stream that
    the program only reads. Streams that the program does not use may be there. Agents without an `id` have the
    ids `first_id` + slot.

    A view keeps its arrays alive, and what it found when it was made: whether an array is writeable, and where it
    lies. It is a mapping from names to arrays.
    """

    def __init__(self, streams: Mapping[str, np.ndarray] = {}, /, *, first_id: int = 0, **more: np.ndarray) -> None:
        if not 0 <= first_id < 2**32:
            raise Error(f"first_id is {first_id}, must be in [0, 2^32)", Code.BAD_ARGUMENT, "first_id")
        arrays = {**streams, **more}
        twice = sorted(set(streams) & set(more))
        if twice:
            raise Error(f"stream {twice[0]} is given twice", Code.BAD_ARGUMENT, twice[0])
        self._arrays = {name: _checked(name, array) for name, array in arrays.items()}
        self._columns = (CColumn * len(arrays))(*(_column(name, array) for name, array in self._arrays.items()))
        self._view = CView(first_id=first_id, columns=self._columns, column_count=len(arrays))

    @property
    def first_id(self) -> int:
        """The id of the agent in slot 0, where no `id` is bound."""
        return self._view.first_id

    @property
    def size(self) -> int:
        """The number of agents: position_x's length."""
        return self._arrays["position_x"].size if "position_x" in self._arrays else 0

    def __getitem__(self, name: str) -> np.ndarray:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __repr__(self) -> str:
        return f"<wend.View of {self.size} agents: {', '.join(self._arrays)}>"


def _checked(name: str, array: np.ndarray) -> np.ndarray:
    stream = LIBRARY.wend_find_stream(name.encode())
    if stream == NO_STREAM:
        raise Error(f"{name!r} is no stream; wend.stream_dtypes() lists them", Code.UNKNOWN_STREAM, name)
    if not isinstance(array, np.ndarray):
        raise Error(f"stream {name}: a NumPy array is needed, found {type(array).__name__}", Code.BAD_ARGUMENT, name)
    dtype = DTYPES[LIBRARY.wend_stream_element(stream)]
    if array.dtype != dtype:
        raise Error(f"stream {name}: dtype is {array.dtype}, must be {dtype}", Code.ELEMENT_TYPE_MISMATCH, name)
    if array.ndim != 1:
        raise Error(f"stream {name}: the array has {array.ndim} dimensions, must have 1", Code.BAD_ARGUMENT, name)
    if array.size > 1 and array.strides[0] != dtype.itemsize:
        raise Error(
            f"stream {name}: stride is {array.strides[0]} bytes, must be {dtype.itemsize}: the array is not contiguous",
            Code.BAD_STRIDE,
            name,
        )
    if array.ctypes.data % 4 != 0:
        raise Error(f"stream {name}: the array is not aligned to 4 bytes", Code.BAD_ARGUMENT, name)
    return array


def _column(name: str, array: np.ndarray) -> CColumn:
    stream = LIBRARY.wend_find_stream(name.encode())
    return CColumn(
        stream=stream,
        data=ctypes.c_void_p(array.ctypes.data),
        count=array.size,
        element=LIBRARY.wend_stream_element(stream),
        read_only=0 if array.flags.writeable else 1,
    )
