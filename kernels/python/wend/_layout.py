# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Layouts, and the chunks that share one."""

import ctypes
from typing import Any, Sequence, Tuple, Union

import numpy as np

from ._api import CChunk, CLayout, Code, CPlace
from ._arguments import whole
from ._library import LIBRARY, Error
from ._streams import DTYPES, _contiguous, known_stream


class Layout:
    """The part that all chunks of one kind share, such as those of an archetype: which array, or which field of a
    structured array, has which stream.

        ship = np.dtype([("x", "f4"), ("y", "f4"), ("z", "f4"), ("vx", "f4"), ("vy", "f4")])
        layout = wend.Layout([ship, "f4", "f4"], position_x=(0, "x"), position_y=(0, "z"), velocity_x=(0, "vx"),
                             velocity_y=(0, "vy"), target_x=1, target_y=2)
        chunks = [layout.chunk(ships, target_x, target_y) for ships, target_x, target_y in archetype]
        program.run_chunks(chunks, dt=1 / 60)

    `arrays`: the types of a chunk's arrays. A stream names the number of its array, with the field where the type is
    structured. Streams in `read_only` are refused where the program writes them.
    """

    def __init__(
        self,
        arrays: Sequence[Any],
        *,
        read_only: Sequence[str] = (),
        **streams: Union[int, Tuple[int, str]],
    ) -> None:
        self._dtypes = tuple(np.dtype(one) for one in arrays)
        places = []
        for name, given in streams.items():
            stream = known_stream(name)
            array, field = given if isinstance(given, tuple) else (given, None)
            array = whole(name, array, len(self._dtypes))
            dtype, offset = self._dtypes[array], 0
            if field is not None:
                if dtype.fields is None or field not in dtype.fields:
                    raise Error(f"stream {name}: array {array} has no field {field!r}", Code.BAD_ARGUMENT, name)
                dtype, offset = dtype.fields[field][:2]
            needed = DTYPES[LIBRARY.wend_stream_element(stream)]
            if dtype != needed:
                raise Error(
                    f"stream {name}: dtype is {dtype}, must be {needed}", Code.ELEMENT_TYPE_MISMATCH, name
                )
            places.append(
                CPlace(
                    stream=stream,
                    array=array,
                    element=LIBRARY.wend_stream_element(stream),
                    offset=offset,
                    stride=self._dtypes[array].itemsize if self._dtypes[array].fields else 0,
                    read_only=1 if name in read_only else 0,
                )
            )
        self._written = {place.array for place in places if not place.read_only}
        self._places = (CPlace * len(places))(*places)
        self._layout = CLayout(array_count=len(self._dtypes), places=self._places, place_count=len(places))

    def chunk(self, *arrays: np.ndarray, first_id: int = 0) -> "Chunk":
        """The agents in these arrays, one-dimensional, contiguous and of one length. The chunk keeps them alive."""
        if len(arrays) != len(self._dtypes):
            raise Error(
                f"chunk: {len(arrays)} arrays, must be {len(self._dtypes)}", Code.BAD_ARGUMENT, "arrays"
            )
        for number, (array, dtype) in enumerate(zip(arrays, self._dtypes)):
            name = f"array {number}"
            _contiguous(name, array, dtype, False)
            if array.size != arrays[0].size:
                raise Error(
                    f"{name} has {array.size} elements, array 0 has {arrays[0].size}", Code.LENGTH_MISMATCH, name
                )
            if number in self._written and not array.flags.writeable:
                raise Error(f"{name}: the array is not writeable", Code.READ_ONLY_STREAM, name)
        return Chunk(self, arrays, whole("first_id", first_id, 2**32))


class Chunk:
    """The agents of one chunk of a `Layout`, for `Program.run_chunks`."""

    __slots__ = ("layout", "arrays", "_addresses", "_chunk")

    def __init__(self, layout: Layout, arrays: Tuple[np.ndarray, ...], first_id: int) -> None:
        """`Layout.chunk` makes it."""
        self.layout = layout
        self.arrays = arrays
        self._addresses = (ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))
        self._chunk = CChunk(first_id=first_id, arrays=self._addresses, count=arrays[0].size if arrays else 0)

    @property
    def size(self) -> int:
        """The number of agents."""
        return int(self._chunk.count)
