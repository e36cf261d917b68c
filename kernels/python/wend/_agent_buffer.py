# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""A population that grows and shrinks."""

from typing import Dict, Optional, Sequence

import numpy as np
import numpy.typing as npt

from ._api import Code
from ._arguments import numbers, refuse, refuse_type, whole
from ._library import Error
from ._program import Program
from ._streams import View, initial_values

SLOT_STREAMS = ("other_agent", "target_agent", "third_agent")


class AgentBuffer:
    """Agents that enter and leave, in dense arrays of its own, with the `id` of each:

        agents = wend.AgentBuffer(program)
        agents.spawn(100, position_x=-20, position_y=np.linspace(-5, 5, 100), max_speed=1.4)
        # each frame:
        program.run(agents.view(), **clock.next())
        agents.remove(agents["position_x"] > 20)

    A slot is a place in the arrays, an id is an agent: a spawned agent gets the next id, one above all before it, so
    that none is given out twice. Where agents are removed, the last ones take their slots. target_agent, other_agent
    and third_agent follow the agents that move, and become -1 where theirs is removed; not so after
    `looks_elsewhere = True`, for views that look at others.
    """

    def __init__(self, program: Program, *, outputs: Sequence[str] = (), streams: Sequence[str] = ()) -> None:
        """Holds the arrays that `program.zeros` makes, with those of its `outputs`, and `streams`: others by name, such
        as body_radius or those of another program."""
        if not isinstance(program, Program):
            raise refuse_type("program", program, "a wend.Program is needed")
        self._arrays: Dict[str, np.ndarray] = dict(program.zeros(0, outputs=outputs))
        for name in (*streams, "id"):
            if name not in self._arrays:
                self._arrays[name] = initial_values(name, 0)
        self._size = 0
        self._view: Optional[View] = None
        self.next_id = 0
        self.looks_elsewhere = False

    @property
    def size(self) -> int:
        """The number of agents."""
        return self._size

    def __getitem__(self, name: str) -> np.ndarray:
        """The array of a stream, until agents are spawned or removed."""
        return self._arrays[name][: self._size]

    def view(self) -> View:
        """All agents, until some are spawned or removed; then take another one."""
        if self._view is None:
            self._view = View({name: array[: self._size] for name, array in self._arrays.items()})
        return self._view

    def spawn(self, count: int = 1, **values: npt.ArrayLike) -> np.ndarray:
        """Adds agents behind the last; returns their slots. `values`: of their streams, an array or one number for all
        of them; the others have the values of `program.zeros`."""
        count = whole("count", count, 2**31)
        for name in values:
            if name not in self._arrays:
                raise Error(f"{name!r} is no stream of the buffer", Code.UNKNOWN_STREAM, name)
        first, end = self._size, self._size + count
        new = {name: initial_values(name, count) for name in self._arrays}
        new["id"][:] = (self.next_id + np.arange(count)) % 2**32
        for name, value in values.items():
            new[name][:] = _elements(name, value, count, new[name].dtype)
        grown = dict(self._arrays)
        for name, array in grown.items():
            if end > array.size:
                grown[name] = initial_values(name, max(end, 2 * array.size))
                grown[name][:first] = array[:first]
            grown[name][first:end] = new[name]
        self._arrays = grown
        if "id" not in values:
            self.next_id = (self.next_id + count) % 2**32
        elif count > 0:
            self.next_id = max(self.next_id, (int(new["id"].max()) + 1) % 2**32)
        self._resize(end)
        return np.arange(first, end)

    def remove(self, agents: np.ndarray) -> int:
        """Removes those where a mask of bool is True, or those whose slots are in an array; returns how many. The last
        agent takes the first free slot, the one before it the next, and so on."""
        size = self._size
        gone = np.zeros(size, bool)
        if not isinstance(agents, np.ndarray):
            raise refuse_type("agents", agents, "a NumPy array is needed")
        if agents.dtype == np.bool_:
            if agents.shape != (size,):
                raise Error(f"agents: shape is {agents.shape}, must be ({size},)", Code.BAD_SELECTION, "agents")
            gone |= agents
        elif agents.dtype.kind in "iu":
            if agents.size and not 0 <= agents.min() <= agents.max() < size:
                raise Error(f"agents: a slot is not in [0, {size})", Code.BAD_SELECTION, "agents")
            gone[agents] = True
        else:
            raise Error(f"agents: dtype is {agents.dtype}, must be bool or of integers", Code.BAD_ARGUMENT, "agents")
        left = size - int(gone.sum())
        free = np.flatnonzero(gone[:left])
        moved = np.flatnonzero(~gone[left:])[::-1] + left
        for array in self._arrays.values():
            array[free] = array[moved]
        if not self.looks_elsewhere:
            self._follow(gone, free, moved)
        self._resize(left)
        return size - left

    def slot_of(self, identity: int) -> Optional[int]:
        """The slot of the agent with that id; None without it. It compares all ids."""
        found = np.flatnonzero(self["id"] == whole("identity", identity, 2**32))
        return int(found[0]) if found.size else None

    def _follow(self, gone: np.ndarray, free: np.ndarray, moved: np.ndarray) -> None:
        now = np.where(gone, -1, np.arange(gone.size))
        now[moved] = free
        for name in SLOT_STREAMS:
            if name in self._arrays:
                targets = self._arrays[name][: gone.size]
                named = (targets >= 0) & (targets < gone.size)
                targets[named] = now[targets[named]]

    def _resize(self, size: int) -> None:
        self._size = size
        self._view = None

    def __repr__(self) -> str:
        return f"<wend.AgentBuffer of {self._size} agents: {', '.join(self._arrays)}>"


def _elements(name: str, value: npt.ArrayLike, count: int, dtype: np.dtype) -> np.ndarray:
    """The values as doubles, all of which the stream's type can hold."""
    array = None if value is None else numbers(value)
    if array is None:
        raise refuse(name, value, f"a number, or {count} of them")
    if array.shape not in ((), (count,)):
        raise Error(f"{name}: shape is {array.shape}, must be ({count},)", Code.BAD_ARGUMENT, name)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        held = (array >= limits.min) & (array <= limits.max) & (array == np.floor(array))
    else:
        held = ~np.isfinite(array) | (np.abs(array) <= np.finfo(dtype).max)
    if not held.all():
        raise Error(f"{name}: {array[~held].flat[0]} is no {dtype}", Code.BAD_ARGUMENT, name)
    return array
