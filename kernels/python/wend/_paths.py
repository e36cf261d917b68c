# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Path sets."""

import ctypes
import weakref
from dataclasses import dataclass
from typing import Any, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._api import Code, CPath, CPoint, PathMode
from ._arguments import integer, numbers, refuse_type
from ._library import LIBRARY, Error, call

MODES = {mode.name.lower().replace("_", "-"): mode for mode in PathMode}


@dataclass(frozen=True)
class Path:
    """One polyline. `closed`: the segment from the last point back to the first belongs to it. `offsets`: for
    waypoint_advance, the lateral distance of the segment that begins at each point."""

    points: npt.ArrayLike
    closed: bool = False
    offsets: npt.ArrayLike = ()


class Paths:
    """Many polylines: immutable, shared by any number of programs.

    paths = wend.Paths([[(0, 0), (10, 0)], wend.Path(points, closed=True)])
    """

    def __init__(self, paths: Sequence[Union[Path, npt.ArrayLike]]) -> None:
        if not isinstance(paths, (Sequence, np.ndarray)):
            raise refuse_type("paths", paths, "a list of paths is needed")
        kept = [_arrays(i, path if isinstance(path, Path) else Path(path)) for i, path in enumerate(paths)]
        given = (CPath * len(kept))(*(path for path, _, _ in kept))
        handle = ctypes.c_void_p()
        call("wend_paths_create", given, len(kept), ctypes.byref(handle))
        self._handle = handle
        weakref.finalize(self, LIBRARY.wend_paths_destroy, handle)

    def __len__(self) -> int:
        return int(LIBRARY.wend_paths_count(self._handle))

    def length(self, path: int, mode: str = "once") -> float:
        """The path's length; in mode loop with the segment back to its start."""
        word = str(mode).replace("_", "-")
        if word not in MODES:
            raise Error(f"mode is {mode!r}, must be one of {', '.join(MODES)}", Code.BAD_ARGUMENT, "mode")
        return float(LIBRARY.wend_path_length(self._handle, self._checked(path), MODES[word]))

    def nodes(self, path: int) -> np.ndarray:
        """The path's points without repetitions, as the kernels see them: an array of shape (n, 2)."""
        path = self._checked(path)
        count = LIBRARY.wend_path_node_count(self._handle, path)
        nodes = (LIBRARY.wend_path_node(self._handle, path, node) for node in range(count))
        return np.array([(node.x, node.y) for node in nodes], dtype=np.float64).reshape(-1, 2)

    def _checked(self, path: int) -> int:
        index = integer("path", path)
        if not 0 <= index < len(self):
            raise IndexError(f"path {index} of {len(self)}")
        return index


def _arrays(index: int, path: Path) -> Tuple[CPath, np.ndarray, np.ndarray]:
    points = _numbers(index, "points", path.points)
    if points.size == 0:
        points = points.reshape(0, 2)
    if points.ndim != 2 or points.shape[1] != 2:
        raise Error(f"path {index}: points have shape {points.shape}, must have (n, 2)", Code.BAD_ARGUMENT, "points")
    offsets = np.ascontiguousarray(_numbers(index, "offsets", path.offsets), dtype=np.float32)
    given = CPath(
        closed=1 if path.closed else 0,
        points=points.ctypes.data_as(ctypes.POINTER(CPoint)),
        point_count=len(points),
        offsets=offsets.ctypes.data,
        offset_count=offsets.size,
    )
    return given, points, offsets


def _numbers(index: int, name: str, given: Any) -> np.ndarray:
    array = numbers(given)
    if array is None:
        raise Error(f"path {index}: {name} are {_short(given)}, must be numbers", Code.BAD_ARGUMENT, name)
    return np.ascontiguousarray(array)


def _short(value: Any) -> str:
    return f"of type {type(value).__name__}" if len(repr(value)) > 60 else repr(value)
