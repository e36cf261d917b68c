# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Path sets and pools."""

import ctypes
import weakref
from dataclasses import dataclass
from typing import Any, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._api import Code, CPath, CPathPoolSize, CPoint, PathMode
from ._arguments import integer, numbers, refuse_type, whole
from ._library import LIBRARY, Error, call

MODES = {mode.name.lower().replace("_", "-"): mode for mode in PathMode}


def mode_of(name: str) -> PathMode:
    word = str(name).replace("_", "-")
    if word not in MODES:
        raise Error(f"mode is {name!r}, must be one of {', '.join(MODES)}", Code.BAD_ARGUMENT, "mode")
    return MODES[word]


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
        return float(LIBRARY.wend_path_length(self._handle, self._checked(path), mode_of(mode)))

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


class PathPool:
    """Paths that change while the game runs: each is added, replaced and released by itself, in time proportional
    to its points, and no other path moves. Numbers stay with their paths; agents on a released path have none.

    pool = wend.PathPool(paths=10_000, points=80_000, longest=64)
    number = pool.add([(0, 0), (10, 0)])
    program = wend.Program([...], pool.paths)
    pool.replace(number, [(0, 0), (5, 5), (10, 0)])
    """

    def __init__(self, paths: int, points: int, longest: int, queued: int = 0, undone: int = 0) -> None:
        """Has room for so many paths and points of all of them, and for `longest` points a path. Any paths within
        these limits fit, in whatever order they come and go. `queued`: points that wait in the queue, and one more
        for each way. `undone`: points of the changes that `restore` can undo, and two more for each change."""
        size = CPathPoolSize(
            paths=whole("paths", paths, 2**32),
            points=whole("points", points, 2**32),
            longest=whole("longest", longest, 2**32),
            queued=whole("queued", queued, 2**32),
            undone=whole("undone", undone, 2**32),
        )
        handle = ctypes.c_void_p()
        call("wend_path_pool_create", ctypes.byref(size), None, 0, ctypes.byref(handle))
        self._handle = handle
        weakref.finalize(self, LIBRARY.wend_path_pool_destroy, handle)
        self._paths = Paths.__new__(Paths)
        self._paths._handle = ctypes.c_void_p(LIBRARY.wend_path_pool_paths(handle))

    @property
    def paths(self) -> Paths:
        """All numbers, for programs, as long as the pool lives; those without a path have no node."""
        return self._paths

    def add(self, path: Union[Path, npt.ArrayLike]) -> int:
        """Returns the path's number."""
        given, *_arrays_of_it = self._given(len(self._paths), path)
        number = ctypes.c_uint32()
        call("wend_path_pool_add", self._handle, ctypes.byref(given), ctypes.byref(number))
        return number.value

    def replace(self, number: int, path: Union[Path, npt.ArrayLike]) -> None:
        """Gives a path other points. The nodes or segments of its agents are the caller's to set: one beyond the
        new path is a fault of the agent."""
        number = whole("number", number, 2**32)
        given, *_arrays_of_it = self._given(number, path)
        call("wend_path_pool_replace", self._handle, number, ctypes.byref(given))

    def replace_many(self, numbers: npt.ArrayLike, points: npt.ArrayLike, ends: npt.ArrayLike) -> None:
        """The same for many open paths: numbers[i] gets points[ends[i - 1]:ends[i]], from 0 for the first. All or
        none are replaced."""
        all_points, *_arrays_of_it = _arrays(0, Path(points))
        of = [np.ascontiguousarray(array, dtype=np.uint32).reshape(-1) for array in (numbers, ends)]
        if of[0].size != of[1].size:
            raise Error(f"ends has {of[1].size} elements, numbers has {of[0].size}", Code.LENGTH_MISMATCH, "ends")
        call(
            "wend_path_pool_replace_many",
            self._handle,
            of[0].ctypes.data,
            of[1].ctypes.data,
            of[0].size,
            all_points.points,
            all_points.point_count,
        )

    def queue(self, number: int, generation: int, path: Union[Path, npt.ArrayLike]) -> None:
        """Queues a replacement, for a path finder on another thread: at any time, by one thread at a time."""
        number = whole("number", number, 2**32)
        given, *_arrays_of_it = self._given(number, path)
        call("wend_path_pool_queue", self._handle, number, whole("generation", generation, 2**32), ctypes.byref(given))

    def apply_queued(self, most: int = 1024) -> np.ndarray:
        """Replaces the paths whose new points are queued, at most so many, and returns their numbers. Ways of paths
        that were released are dropped."""
        numbers = np.empty(max(1, most), np.uint32)
        count = LIBRARY.wend_path_pool_apply_queued(self._handle, numbers.ctypes.data, numbers.size)
        return numbers[:count]

    def release(self, number: int) -> None:
        call("wend_path_pool_release", self._handle, whole("number", number, 2**32))

    def generation(self, number: int) -> int:
        """How many paths had the number until now; 0: it has none."""
        return int(LIBRARY.wend_path_pool_generation(self._handle, whole("number", number, 2**32)))

    @property
    def mark(self) -> int:
        """Names the paths of now, for `restore`."""
        return int(LIBRARY.wend_path_pool_mark(self._handle))

    def restore(self, mark: int) -> None:
        """Undoes all changes since the mark, as far as they are recorded: numbers and generations too."""
        call("wend_path_pool_restore", self._handle, whole("mark", mark, 2**64))

    @staticmethod
    def _given(number: int, path: Union[Path, npt.ArrayLike]) -> Tuple[CPath, np.ndarray, np.ndarray]:
        return _arrays(number, path if isinstance(path, Path) else Path(path))


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
