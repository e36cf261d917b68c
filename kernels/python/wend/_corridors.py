# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Corridors for portal_follow, as paths: arrays of points, of shape (n, 2)."""

import ctypes
from typing import Any, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from ._api import Code, CPoint, CPortal
from ._arguments import grid_shape, numbers, real, rectangle, refuse, refuse_type
from ._library import Error, call


def corridor(start: Sequence[float], portals: npt.ArrayLike, goal: Sequence[float]) -> np.ndarray:
    """A corridor of portals, an array of shape (n, 2, 2): the left and the right end of each, as seen on the way.
    Between two portals it should be convex.

        pool.replace(number, wend.corridor((0, 0), [[(4, 2), (4, -2)], [(9, 1), (9, -3)]], (12, 0)))

    Refuses a portal without a width, and one whose left end is the right one of the portal before it."""
    gaps = _doubles("portals", portals, (-1, 2, 2), "pairs of points (x, y)")
    of = gaps.ctypes.data_as(ctypes.POINTER(CPortal)), len(gaps)
    return _points_of("wend_write_corridor", 2 * len(gaps) + 2, _place("start", start), *of, _place("goal", goal))


def polygon_corridor(start: Sequence[float], polygons: Sequence[npt.ArrayLike], goal: Sequence[float]) -> np.ndarray:
    """A corridor of convex polygons, as path finders on navigation meshes return them: a list of points for each, in
    either sense of rotation. Refuses polygons that share no part of an edge with the next one."""
    if not isinstance(polygons, (Sequence, np.ndarray)):
        raise refuse_type("polygons", polygons, "a list of polygons is needed")
    corners = [_doubles(f"polygons[{i}]", polygon, (-1, 2), "points (x, y)") for i, polygon in enumerate(polygons)]
    vertices = np.concatenate([np.empty((0, 2)), *corners])
    ends = np.cumsum([len(one) for one in corners], dtype=np.uint32)
    of = _array_of_points(vertices), len(vertices), ends.ctypes.data, len(ends)
    return _points_of(
        "wend_write_polygon_corridor", 2 * len(ends) + 2, _place("start", start), *of, _place("goal", goal)
    )


def cell_corridor(
    start: Sequence[float],
    cells: npt.ArrayLike,
    shape: Tuple[int, int],
    area: Sequence[float],
    goal: Sequence[float],
) -> np.ndarray:
    """A corridor of cells of a grid over `area`, as in FlowPlanner: `shape` is (rows, columns), a cell is row * columns
    + column, and each is beside the one before it. Refuses cells outside the grid, and cells across a corner: one of
    the two between must be given."""
    rows, columns = grid_shape(shape)
    given = _doubles("cells", cells, (-1,), "whole numbers")
    if not np.array_equal(given, np.floor(given)):
        raise refuse("cells", cells, "whole numbers")
    outside = 2**32 - 1  # of every grid
    way = np.where((given >= 0) & (given < outside), given, outside).astype(np.uint32)
    of = way.ctypes.data, len(way), columns, rows, rectangle("area", area)
    return _points_of("wend_write_cell_corridor", 2 * len(way) + 2, _place("start", start), *of, _place("goal", goal))


def lane(line: npt.ArrayLike, width: float) -> np.ndarray:
    """A corridor along a polyline with a width, in m; start and goal are its ends. Refuses segments without a length,
    and bends that leave no room for the width."""
    way = _doubles("line", line, (-1, 2), "points (x, y)")
    return _points_of("wend_write_lane", 4 * len(way), _array_of_points(way), len(way), real("width", width))


def _place(name: str, place: Sequence[float]) -> CPoint:
    return CPoint(*_doubles(name, place, (2,), "a point (x, y)"))


def _doubles(name: str, value: Any, shape: Tuple[int, ...], expected: str) -> np.ndarray:
    """An array of that shape, in which -1 stands for any length."""
    array = numbers(value)
    if array is not None and array.size == 0 and shape[0] < 0:
        array = array.reshape(0, *shape[1:])
    fits = array is not None and array.ndim == len(shape)
    if array is None or not fits or any(wanted not in (-1, found) for wanted, found in zip(shape, array.shape)):
        raise Error(f"{name}: expected {expected}, found {value!r}", Code.BAD_ARGUMENT, name)
    return np.ascontiguousarray(array)


def _array_of_points(points: np.ndarray) -> Any:
    return points.ctypes.data_as(ctypes.POINTER(CPoint))


def _points_of(function: str, capacity: int, *arguments: object) -> np.ndarray:
    points = np.empty((capacity, 2))
    count = ctypes.c_size_t()
    call(function, *arguments, _array_of_points(points), capacity, ctypes.byref(count))
    return points[: count.value]
