# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Queries on the agents of a view."""

import ctypes
import weakref
from typing import Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from ._api import CContact, CExecution, CFoundAgent, CIndexOptions, Code, CQueryPoints, CQueryRays
from ._arguments import numbers, real, rectangle, whole
from ._library import LIBRARY, Error, call
from ._streams import View, checked_view

_FOUND = np.dtype([("slot", np.int32), ("distance", np.float32)])


class AgentIndex:
    """Queries on the agents of a view: the nearest ones, all within a radius, those that a ray or a disc hits, those
    that touch each other.

        index = wend.AgentIndex(agents.size)
        index.build(agents, body_radius=0.25)                # in each frame
        slots, distances = index.nearest(8)                  # of each agent, but itself: shape (agents, 8)
        slots, distances = index.nearest(8, points)          # of points of shape (n, 2)
        offsets, slots, distances = index.within(5, points)  # of point i: slots[offsets[i]:offsets[i + 1]]

    Queries read the copy that `build` has made. Found agents are sorted by (distance, id); where a row has fewer, the
    rest has slot -1 and distance infinity. Points are rounded to float32; one that is NaN, infinite or beyond 1e18
    finds none. `ignored`: for each point a slot that it does not find, or -1; `seen_groups`: of agents with `groups`,
    those with one of these bits are found.
    """

    def __init__(self, agents: int) -> None:
        """Has room for so many agents."""
        handle = ctypes.c_void_p()
        call("wend_agent_index_create", whole("agents", agents, 2**64), None, 0, ctypes.byref(handle))
        self._handle = handle
        weakref.finalize(self, LIBRARY.wend_agent_index_destroy, handle)

    def build(self, view: View, *, body_radius: float = 0.5, wrap: Optional[Sequence[float]] = None) -> int:
        """Indexes the agents of the view's selection, in place of those before. Returns how many were left out because
        of an invalid position or body radius. `body_radius`: in m, where the view has no array of that name; `wrap`:
        (min_x, min_y, max_x, max_y) of a world across whose edges agents are seen, and in which they lie."""
        options = CIndexOptions(body_radius=real("body_radius", body_radius))
        if wrap is not None:
            options.wraps, options.area = 1, rectangle("wrap", wrap)
        left_out = ctypes.c_size_t()
        view = checked_view(view)
        call(
            "wend_agent_index_build",
            self._handle,
            ctypes.byref(view._view),
            ctypes.byref(options),
            ctypes.byref(left_out),
        )
        return left_out.value

    def nearest(
        self,
        k: int,
        points: Optional[npt.ArrayLike] = None,
        *,
        ignored: Optional[npt.ArrayLike] = None,
        seen_groups: int = 2**32 - 1,
        max_threads: int = 0,
    ) -> Tuple[np.ndarray, np.ndarray]:
        """Slots and distances of the k nearest agents, of shape (rows, k): of each point, or of each agent of the view
        but itself."""
        given = None if points is None else _Points(points, ignored, seen_groups)
        found = self._rows(self._count(given), k)
        call(
            "wend_agent_index_nearest",
            self._handle,
            None if given is None else ctypes.byref(given.points),
            found.shape[1],
            found.ctypes.data_as(ctypes.POINTER(CFoundAgent)),
            found.size,
            _execution(max_threads),
        )
        return found["slot"], found["distance"]

    def within(
        self,
        radius: float,
        points: Optional[npt.ArrayLike] = None,
        *,
        ignored: Optional[npt.ArrayLike] = None,
        seen_groups: int = 2**32 - 1,
        max_threads: int = 0,
    ) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Offsets, slots and distances of all agents no farther away than `radius`: those of row i from offsets[i] up
        to offsets[i + 1]."""
        given = None if points is None else _Points(points, ignored, seen_groups)
        rows = self._count(given)
        offsets, count = np.zeros(rows + 1, np.uint64), ctypes.c_size_t()
        found = np.empty(8 * rows, _FOUND)
        while True:
            call(
                "wend_agent_index_within",
                self._handle,
                None if given is None else ctypes.byref(given.points),
                real("radius", radius),
                offsets.ctypes.data,
                offsets.size,
                found.ctypes.data_as(ctypes.POINTER(CFoundAgent)),
                found.size,
                ctypes.byref(count),
                _execution(max_threads),
            )
            if count.value <= found.size:
                found = found[: count.value]
                return offsets, found["slot"], found["distance"]
            found = np.empty(count.value, _FOUND)

    def cast(
        self,
        start: npt.ArrayLike,
        end: npt.ArrayLike,
        *,
        radius: float = 0,
        k: int = 1,
        ignored: Optional[npt.ArrayLike] = None,
        seen_groups: int = 2**32 - 1,
        max_threads: int = 0,
    ) -> Tuple[np.ndarray, np.ndarray]:
        """Slots and distances, of shape (rows, k), of the first k agents whose bodies a disc touches on its straight
        way from a point to another: the distance of its centre along the way. A radius of 0 makes it a ray."""
        begin, finish = _coordinates("start", start), _coordinates("end", end)
        if begin.shape != finish.shape:
            raise Error("start and end differ in length", Code.LENGTH_MISMATCH, "end")
        rows = begin.shape[1]
        passed = _ignored(ignored, rows)
        rays = CQueryRays(
            seen_groups=whole("seen_groups", seen_groups, 2**32),
            from_x=begin[0].ctypes.data,
            from_y=begin[1].ctypes.data,
            to_x=finish[0].ctypes.data,
            to_y=finish[1].ctypes.data,
            count=rows,
            ignored=None if passed is None else passed.ctypes.data,
            radius=real("radius", radius),
        )
        found = self._rows(rows, k)
        call(
            "wend_agent_index_cast",
            self._handle,
            ctypes.byref(rays),
            found.shape[1],
            found.ctypes.data_as(ctypes.POINTER(CFoundAgent)),
            found.size,
            _execution(max_threads),
        )
        return found["slot"], found["distance"]

    def contacts(self) -> np.ndarray:
        """The pairs of agents whose bodies touch, each once: their slots, of shape (pairs, 2), that of the lesser id
        first; sorted by ids."""
        pairs, count = np.empty((64, 2), np.int32), ctypes.c_size_t()
        while True:
            call(
                "wend_agent_index_contacts",
                self._handle,
                pairs.ctypes.data_as(ctypes.POINTER(CContact)),
                len(pairs),
                ctypes.byref(count),
            )
            if count.value <= len(pairs):
                return pairs[: count.value]
            pairs = np.empty((count.value, 2), np.int32)

    def _count(self, points: Optional["_Points"]) -> int:
        return int(LIBRARY.wend_agent_index_view_size(self._handle)) if points is None else int(points.points.count)

    @staticmethod
    def _rows(rows: int, k: int) -> np.ndarray:
        return np.empty((rows, whole("k", k, 2**31)), _FOUND)


class _Points:
    """The struct, and the arrays that it names."""

    def __init__(self, points: npt.ArrayLike, ignored: Optional[npt.ArrayLike], seen_groups: int) -> None:
        self._places = _coordinates("points", points)
        self._ignored = _ignored(ignored, self._places.shape[1])
        self.points = CQueryPoints(
            seen_groups=whole("seen_groups", seen_groups, 2**32),
            x=self._places[0].ctypes.data,
            y=self._places[1].ctypes.data,
            count=self._places.shape[1],
            ignored=None if self._ignored is None else self._ignored.ctypes.data,
        )


def _coordinates(name: str, points: npt.ArrayLike) -> np.ndarray:
    """Of shape (2, n), each contiguous."""
    places = numbers(points)
    if places is None or places.ndim != 2 or places.shape[1] != 2:
        raise Error(f"{name}: an array of shape (n, 2) is needed", Code.BAD_ARGUMENT, name)
    with np.errstate(over="ignore"):  # infinite ones find nothing
        return np.ascontiguousarray(places.T, np.float32)


def _ignored(ignored: Optional[npt.ArrayLike], rows: int) -> Optional[np.ndarray]:
    if ignored is None:
        return None
    slots = np.asarray(ignored)
    if slots.dtype.kind not in "iu" or slots.shape != (rows,):
        raise Error("ignored: a slot for each row is needed", Code.BAD_ARGUMENT, "ignored")
    if slots.size and not -1 <= int(slots.min()) <= int(slots.max()) < 2**31:
        raise Error("ignored: slots are needed, or -1 for none", Code.BAD_ARGUMENT, "ignored")
    return np.ascontiguousarray(slots, np.int32)


def _execution(max_threads: int) -> object:
    return ctypes.byref(CExecution(max_threads=whole("max_threads", max_threads, 2**32)))
