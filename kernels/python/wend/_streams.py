# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Streams, and views that bind NumPy arrays to them."""

import ctypes
from dataclasses import dataclass
from typing import Any, Dict, Iterator, Mapping, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._api import (
    NO_STREAM,
    CColumn,
    Code,
    CPoint,
    CProgressCounts,
    CProgressRule,
    CView,
    Element,
    PathPlace,
    PathStart,
    Selection,
)
from ._arguments import integer, numbers, real, refuse, refuse_type, whole
from ._library import LIBRARY, Error, call
from ._paths import Paths, mode_of

DTYPES: Dict[int, np.dtype] = {
    Element.F32: np.dtype(np.float32),
    Element.F64: np.dtype(np.float64),
    Element.I32: np.dtype(np.int32),
    Element.U32: np.dtype(np.uint32),
}


def stream_dtypes() -> Dict[str, np.dtype]:
    """Every stream's name and the type of its elements; kernels/docs/stages.md has their meaning."""
    return {
        LIBRARY.wend_stream_name(stream).decode(): DTYPES[LIBRARY.wend_stream_element(stream)]
        for stream in range(LIBRARY.wend_stream_count())
    }


@dataclass(frozen=True)
class ProgressCounts:
    """Numbers of agents: those that `View.measure_progress` measured, and those of them that are off their path, and
    stuck."""

    with_path: int
    off_path: int
    stuck: int


class View(Mapping[str, np.ndarray]):
    """Which array holds which stream: one element an agent, read and written where it is.

        view = wend.View(position_x=x, position_y=y, velocity_x=vx, velocity_y=vy)
        view = wend.View(position_x=ships["x"], position_y=ships["y"], velocity_x=v[:, 0], velocity_y=v[:, 1])
        view = wend.View(position=places, velocity=v)  # x and y in one go: arrays of shape (agents, 2)

    Arrays are one-dimensional, of exactly the stream's type, and contiguous or with a stride, as a field of a
    structured array or a column of a table has, at addresses and strides that are multiples of 4; nothing is copied and
    nothing converted: other arrays are refused by name. An array that is not writeable may be bound to a stream
    that the program only reads. Two streams that end in _x and _y may be given by the name without, as an array of two
    columns, such as two components of three: position=places[:, ::2]. Streams that the program does not use may be
    there. Agents without an `id` have the ids
    `first_id` + slot.

    `workspace`: memory for agents that look at others, a contiguous float32 array of `Program.workspace_size`; the
    view makes one where a program needs it and none was given.

    A view keeps its arrays alive; their addresses and writeable flags are those of the moment when it was made. It is
    an immutable mapping from names to arrays: `slice`, `only` and `look_at` give new views of the same arrays.
    """

    __slots__ = (
        "_arrays",
        "_columns",
        "_others",
        "_selected",
        "_view",
        "_workspace",
        "_workspace_given",
        "__weakref__",
    )

    def __init__(
        self,
        streams: Mapping[str, np.ndarray] = {},
        /,
        *,
        first_id: int = 0,
        workspace: Optional[np.ndarray] = None,
        **more: np.ndarray,
    ) -> None:
        first_id = whole("first_id", first_id, 2**32)
        if not isinstance(streams, Mapping):
            raise refuse_type("streams", streams, "a mapping from names to arrays is needed")
        arrays = {**streams, **more}
        twice = sorted(set(streams) & set(more))
        if twice:
            raise Error(f"stream {twice[0]} is given twice", Code.BAD_ARGUMENT, twice[0])
        self._arrays = {name: _checked(name, array) for name, array in _components(arrays)}
        self._columns = (CColumn * len(self._arrays))(*(_column(name, array) for name, array in self._arrays.items()))
        self._view = CView(first_id=first_id, columns=self._columns, column_count=len(self._arrays))
        self._others: Optional[View] = None
        self._selected: Optional[np.ndarray] = None
        self._workspace: Optional[np.ndarray] = None
        self._workspace_given = workspace is not None
        if workspace is not None:
            self._take_workspace(_contiguous("workspace", workspace, np.dtype(np.float32), True))

    @property
    def first_id(self) -> int:
        """The id of the agent in slot 0, where no `id` is bound."""
        return int(self._view.first_id)

    @property
    def size(self) -> int:
        """The number of agents: position_x's length."""
        return self._arrays["position_x"].size if "position_x" in self._arrays else 0

    def slice(self, begin: int, end: int) -> "View":
        """The agents [begin, end) as a view of their own; a program gives them the same bits as within the whole.
        Where agents look at each other, a slice says at which view: `view.slice(0, 99).look_at(view.keep_start())`.
        A selection does not apply to the new view."""
        begin, end, _ = slice(integer("begin", begin), integer("end", end)).indices(self.size)
        end = max(begin, end)
        part = View(
            {name: array[begin:end] for name, array in self._arrays.items()},
            first_id=(self.first_id + begin) % 2**32,
        )
        part._view.slice = 1 if self._view.slice or end - begin < self.size else 0
        return part if self._others is None else part.look_at(self._others)

    def only(self, agents: np.ndarray) -> "View":
        """The view in which only some agents take part: those where a mask of bool is True, or those whose slots are
        in an array of integers, each at most once. The others keep all their streams, and are no fault.

        A mask, and slots of uint32, are looked at where they are, whenever a call is made; other integers are
        converted once."""
        if not isinstance(agents, np.ndarray):
            raise refuse_type("only", agents, "a NumPy array is needed")
        if agents.dtype == np.bool_:
            kind, selected = Selection.BYTES, _contiguous("only", agents, agents.dtype, False)
        elif agents.dtype.kind in "iu":
            if agents.dtype != np.uint32:
                if agents.size and not 0 <= agents.min() <= agents.max() < 2**32:
                    raise Error("only: a slot is negative, or above 2^32", Code.BAD_SELECTION, "only")
                agents = agents.astype(np.uint32)
            kind, selected = Selection.SLOTS, _contiguous("only", agents, agents.dtype, False)
        else:
            raise Error(f"only: dtype is {agents.dtype}, must be bool or of integers", Code.BAD_ARGUMENT, "only")
        view = self._again()
        view._selected = selected
        view._view.selection = kind
        view._view.selected = selected.ctypes.data
        view._view.selected_count = selected.size
        return view

    def look_at(self, others: "View") -> "View":
        """The view whose agents look at those of `others`: target_agent, other_agent and third_agent name its slots,
        and its positions and velocities are only read. They must not be memory that the call writes."""
        view = self._again()
        view._others = checked_view(others, "others")
        view._view.others = ctypes.addressof(others._view)
        return view

    def keep_start(self) -> "View":
        """A view of copies of positions, velocities and `settled`, for `look_at`: slices and other views then see what
        this one was when the copies were made. The other streams that are read of neighbours are this view's arrays."""
        kept = ["position_x", "position_y", "velocity_x", "velocity_y"] + ["settled"] * ("settled" in self._arrays)
        copies = np.empty((len(kept), self.size), np.float32)
        columns = (CColumn * len(kept))(*(CColumn() for _ in kept))
        start = CView()
        call(
            "wend_keep_start",
            ctypes.byref(self._view),
            copies.ctypes.data,
            copies.size,
            columns,
            ctypes.byref(start),
        )
        seen = ("id", "body_radius", "groups", "position_z", "priority", "responsibility")
        shared = {name: self._arrays[name] for name in seen if name in self._arrays}
        start_of = {name: row.view(np.uint32 if name == "settled" else np.float32) for name, row in zip(kept, copies)}
        return View({**start_of, **shared}, first_id=self.first_id)

    def sort_by_cell(self, edge: float) -> np.ndarray:
        """Reorders the agents in place, all arrays of the view, by square cells with sides of `edge`, so that those
        that are near each other lie near each other in memory: for programs whose agents see each other. No result
        depends on it; `id` must be among the arrays. Returns the old slot of the agent in each slot."""
        order = np.empty(self.size, np.uint32)
        workspace = np.empty(6 * self.size + 18, np.float32)
        view = self._again()
        view._take_workspace(workspace)
        call("wend_sort_by_cell", ctypes.byref(view._view), real("edge", edge), order.ctypes.data)
        return order

    def start_on_paths(self, paths: Paths, mode: str = "once", start: str = "nearest") -> None:
        """Lets the agents begin on the paths that their array `path` names, after they got another path or it was
        replaced (PathPool): at the "first" node, at the "nearest" place in that mode, or at the "node" of the view's
        array `node`, which must be one of the path. Of segment, segment_distance, node, direction and finished, it
        sets the arrays that the view has."""
        starts = {"first": PathStart.FIRST, "nearest": PathStart.NEAREST, "node": PathStart.NODE}
        handle = _handle_of(paths)
        call("wend_start_on_paths", ctypes.byref(self._view), handle, mode_of(mode), _word("start", start, starts))

    def assign_formation(self, leader: int, offsets: npt.ArrayLike) -> np.ndarray:
        """Gives the agents, at most 256, places in a formation about the agent in slot `leader`: `offsets` has a row
        (metres ahead of it, metres to its left) for each place, the most important ones first. The sum of the squared
        distances to the places is the least. Sets offset_x, offset_y and target_agent, for offset_pursue, and returns
        the number of each agent's place, -1 without one. Call it when agents join or are lost."""
        places = numbers(offsets)
        if places is None or (places.size != 0 and (places.ndim != 2 or places.shape[1] != 2)):
            raise refuse_type("offsets", offsets, "an array of shape (places, 2) is needed")
        places = np.ascontiguousarray(places)
        assigned = np.full(self.size, -1, np.int32)
        call(
            "wend_assign_formation",
            ctypes.byref(self._view),
            whole("leader", leader, 2**31),
            places.ctypes.data_as(ctypes.POINTER(CPoint)),
            places.size // 2,
            assigned.ctypes.data,
        )
        return assigned

    def measure_progress(
        self,
        paths: Paths,
        place: str,
        dt: float,
        mode: str = "once",
        max_deviation: float = 2,
        stuck_radius: float = 1,
        stuck_after: float = 10,
    ) -> ProgressCounts:
        """Measures how the agents proceed on the paths that their array `path` names, `dt` seconds after the call
        before. `place` names the state that holds an agent's place: "node" (path_follow), "segment" (corridor_follow,
        waypoint_advance) or "portal" (portal_follow). Of path_deviation, path_remaining, and still_time with still_x
        and still_y, it sets the arrays that the view has. An agent is off its path farther than `max_deviation` from
        it, and stuck once it has stayed within `stuck_radius` for `stuck_after` seconds."""
        places = {"node": PathPlace.NODE, "segment": PathPlace.SEGMENT, "portal": PathPlace.PORTAL}
        handle = _handle_of(paths)
        rule = CProgressRule(
            max_deviation=real("max_deviation", max_deviation),
            stuck_radius=real("stuck_radius", stuck_radius),
            stuck_after=real("stuck_after", stuck_after),
        )
        counts = CProgressCounts()
        call(
            "wend_measure_progress",
            ctypes.byref(self._view),
            handle,
            mode_of(mode),
            _word("place", place, places),
            ctypes.byref(rule),
            real("dt", dt),
            ctypes.byref(counts),
        )
        return ProgressCounts(counts.with_path, counts.off_path, counts.stuck)

    def _again(self) -> "View":
        """The same arrays in a view of its own."""
        view = View.__new__(View)
        for name in self.__slots__:
            if name not in ("_view", "__weakref__"):
                setattr(view, name, getattr(self, name))
        view._view = CView.from_buffer_copy(self._view)
        return view

    def _take_workspace(self, workspace: np.ndarray) -> None:
        self._workspace = workspace
        self._view.workspace = workspace.ctypes.data
        self._view.workspace_count = workspace.size

    def _for(self, program: Any) -> Any:
        """The struct for a call of a program, with a workspace that is large enough unless one was given."""
        if program.looks_at_others and not self._workspace_given:
            floats = program.workspace_size(self)
            if self._workspace is None or self._workspace.size < floats:
                self._take_workspace(np.empty(floats, np.float32))
        return self._view

    def __getitem__(self, name: str) -> np.ndarray:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __repr__(self) -> str:
        return f"<wend.View of {self.size} agents: {', '.join(self._arrays)}>"


def checked_view(view: Any, name: str = "view") -> View:
    if not isinstance(view, View):
        raise refuse_type(name, view, "a wend.View is needed")
    return view


def _contiguous(name: str, array: np.ndarray, dtype: np.dtype, written: bool) -> np.ndarray:
    if not isinstance(array, np.ndarray):
        raise refuse_type(name, array, "a NumPy array is needed")
    if array.dtype != dtype:
        raise Error(f"{name}: dtype is {array.dtype}, must be {dtype}", Code.ELEMENT_TYPE_MISMATCH, name)
    if array.ndim != 1 or not array.flags.c_contiguous:
        raise Error(f"{name}: the array must be one-dimensional and contiguous", Code.BAD_ARGUMENT, name)
    if written and not array.flags.writeable:
        raise Error(f"{name}: the array is not writeable", Code.BAD_ARGUMENT, name)
    if not array.flags.aligned:
        raise Error(f"{name}: the array is not aligned to its elements", Code.MISALIGNED, name)
    return array


def known_stream(name: str) -> int:
    """The stream's number."""
    stream: int = LIBRARY.wend_find_stream(name.encode()) if isinstance(name, str) else NO_STREAM
    if stream == NO_STREAM:
        raise Error(f"{name!r} is no stream; wend.stream_dtypes() lists them", Code.UNKNOWN_STREAM, str(name))
    return stream


def initial_values(name: str, count: int) -> np.ndarray:
    """A new array of the stream, with the values that a spawned agent has in every language."""
    stream = known_stream(name)
    value, dtype = LIBRARY.wend_stream_initial(stream), DTYPES[LIBRARY.wend_stream_element(stream)]
    return np.zeros(count, dtype) if value == 0 else np.full(count, value, dtype)


def _handle_of(paths: Paths) -> ctypes.c_void_p:
    if not isinstance(paths, Paths):
        raise refuse_type("paths", paths, "wend.Paths are needed")
    return paths._handle


def _word(name: str, value: str, words: Mapping[str, int]) -> int:
    if not isinstance(value, str) or value not in words:
        raise refuse(name, value, f"one of {', '.join(words)}")
    return words[value]


def _components(arrays: Mapping[str, np.ndarray]) -> Iterator[Tuple[str, np.ndarray]]:
    """Streams with their arrays; a name without _x and _y stands for two of them."""
    for name, array in arrays.items():
        pair = [f"{name}_{axis}" for axis in "xy"]
        if isinstance(name, str) and all(LIBRARY.wend_find_stream(one.encode()) != NO_STREAM for one in pair):
            if not isinstance(array, np.ndarray) or array.ndim != 2 or array.shape[1] != 2:
                raise Error(f"{name}: an array of shape (agents, 2) is needed", Code.BAD_ARGUMENT, name)
            twice = [one for one in pair if one in arrays]
            if twice:
                raise Error(f"stream {twice[0]} is given twice", Code.BAD_ARGUMENT, twice[0])
            yield pair[0], array[:, 0]
            yield pair[1], array[:, 1]
        else:
            yield name, array


def _checked(name: str, array: np.ndarray) -> np.ndarray:
    stream = known_stream(name)
    if not isinstance(array, np.ndarray):
        raise Error(f"stream {name}: a NumPy array is needed, found {type(array).__name__}", Code.BAD_ARGUMENT, name)
    dtype = DTYPES[LIBRARY.wend_stream_element(stream)]
    if array.dtype != dtype:
        raise Error(f"stream {name}: dtype is {array.dtype}, must be {dtype}", Code.ELEMENT_TYPE_MISMATCH, name)
    if array.ndim != 1:
        raise Error(f"stream {name}: the array has {array.ndim} dimensions, must have 1", Code.BAD_ARGUMENT, name)
    if array.size > 1 and (array.strides[0] < dtype.itemsize or array.strides[0] % 4 != 0):
        raise Error(
            f"stream {name}: stride is {array.strides[0]} bytes, must be a multiple of 4, and {dtype.itemsize} or more",
            Code.BAD_STRIDE,
            name,
        )
    above = array.ctypes.data % 4
    if above != 0 and array.size != 0:
        raise Error(
            f"stream {name}: the array begins {above} bytes above a multiple of 4, must begin at one",
            Code.MISALIGNED,
            name,
        )
    return array


def _column(name: str, array: np.ndarray) -> CColumn:
    stream = LIBRARY.wend_find_stream(name.encode())
    return CColumn(
        stream=stream,
        data=ctypes.c_void_p(array.ctypes.data),
        count=array.size,
        stride=array.strides[0] if array.size > 1 else 0,
        element=LIBRARY.wend_stream_element(stream),
        read_only=0 if array.flags.writeable else 1,
    )
