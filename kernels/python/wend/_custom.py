# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Custom stages: Python code between wend's own stages, some hundred agents at a time."""

import ctypes
import traceback
from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Sequence, Union

import numpy as np

from ._api import CCustom, CCustomCall, CCustomFunction, Code
from ._arguments import names, whole
from ._library import LIBRARY, Error
from ._streams import DTYPES

FLOAT, WORD = np.dtype(np.float32), np.dtype(np.uint32)


class CustomCall:
    """Some agents in one tick, as a custom stage sees them: at most 512, agent i is element i of every array.

    Arrays lie in the library's memory: nothing is copied, and none may be kept beyond the call. A custom
    force adds to `force_x` and `force_y`, which start at 0, or assigns them; a custom locomotion reads them.
    """

    __slots__ = ("_call", "_code", "_force_x", "_force_y")

    def __init__(self, call: CCustomCall, code: "CustomCode") -> None:
        self._call = call
        self._code = code
        self._force_x = _over(call.force_x, call.count, FLOAT, code.is_force)
        self._force_y = _over(call.force_y, call.count, FLOAT, code.is_force)

    @property
    def count(self) -> int:
        """The number of agents."""
        return int(self._call.count)

    @property
    def dt(self) -> float:
        """Seconds."""
        return float(self._call.dt)

    @property
    def tick(self) -> int:
        return int(self._call.tick)

    @property
    def seed(self) -> int:
        return int(self._call.seed)

    @property
    def force_x(self) -> np.ndarray:
        """N."""
        return self._force_x

    @force_x.setter
    def force_x(self, force: Any) -> None:
        if force is not self._force_x:  # as `call.force_x += wind` assigns it
            self._force_x[:] = force

    @property
    def force_y(self) -> np.ndarray:
        """N."""
        return self._force_y

    @force_y.setter
    def force_y(self, force: Any) -> None:
        if force is not self._force_y:
            self._force_y[:] = force

    def read(self, name: str) -> np.ndarray:
        """The tick's start of a stream of `reads`."""
        return self._stream("reads", self._code.reads, self._call.reads, name, False)

    def write(self, name: str) -> np.ndarray:
        """Where the next state of a stream of `writes` goes; it holds the tick's start."""
        return self._stream("writes", self._code.writes, self._call.writes, name, True)

    @property
    def slots(self) -> np.ndarray:
        """The agents' slots in the view: indices into arrays of the caller's own."""
        if self._call.slots is None:
            return np.arange(self._call.first_slot, self._call.first_slot + self.count)
        return _over(self._call.slots, self.count, WORD, False)

    @property
    def ids(self) -> np.ndarray:
        """The agents' ids, uint32."""
        if self._call.ids is None:
            return np.uint32(self._call.first_id) + np.arange(self.count, dtype=np.uint32)
        return _over(self._call.ids, self.count, WORD, False)

    def draw(self, number: int = 0) -> np.ndarray:
        """32 random bits of each agent in this tick, uint32; `number` < 65,536 tells the draws of a program apart.
        `(call.draw() >> 8) * np.float32(2**-24)` is uniform in [0, 1)."""
        bits = np.empty(self.count, np.uint32)
        LIBRARY.wend_custom_draws(ctypes.byref(self._call), whole("number", number, 65536), bits.ctypes.data)
        return bits

    def fault(self, agents: Union[np.ndarray, Sequence[int]]) -> None:
        """Skips agents in this tick, by a mask or by indices: they keep all their streams, and count as faults."""
        chosen = np.asarray(agents)
        for i in np.flatnonzero(chosen) if chosen.dtype == bool else chosen:
            LIBRARY.wend_custom_fault(ctypes.byref(self._call), int(i))

    def _stream(self, which: str, given: Sequence[str], pointers: Any, name: str, writeable: bool) -> np.ndarray:
        if name not in given:
            raise KeyError(f"{name} is not in `{which}` of the stage: {', '.join(given)}")
        index = given.index(name)
        dtype = DTYPES[LIBRARY.wend_stream_element(LIBRARY.wend_find_stream(name.encode()))]
        return _over(pointers[index], self.count, dtype, writeable)


@dataclass(frozen=True)
class CustomForce:
    """A force that `function(call)` computes: called for some agents and tick (a CustomCall), it adds to
    `call.force_x` and `call.force_y`, which are then weighted and composed like any other force. It may return
    False where it added nothing.

        def wind(call):
            call.force_x += gust[call.slots]

        program = wend.Program([{"seek": {}}, wend.CustomForce(wind, weight=2), {"locomotion": {...}}])

    `reads` names the streams that it looks at, `writes` those that it changes, which are then state of the program,
    `draws` says that it draws. What it gives an agent depends on that agent's elements and id, on dt, tick, seed, and
    on what does not change during a call of `Program.run`; several threads may call it, one at a time. An exception
    makes its agents faults, and is raised again by `Program.run` when the call is done; where several threads run
    one program at the same time, by one of them.
    """

    function: Callable[[CustomCall], Optional[bool]]
    reads: Sequence[str] = ()
    writes: Sequence[str] = ()
    draws: bool = False
    weight: float = 1


@dataclass(frozen=True)
class CustomLocomotion:
    """The last stage in the locomotion's place: `function(call)` writes the next state from the composed force. What
    CustomForce says of `function` holds here too. Nothing but `writes` is written; the stage external_locomotion is for
    bodies that an engine moves."""

    function: Callable[[CustomCall], Any]
    reads: Sequence[str] = ()
    writes: Sequence[str] = ("position_x", "position_y", "velocity_x", "velocity_y")
    draws: bool = False


class CustomCode:
    """The function that the C library calls for a stage. Exceptions go to `errors`."""

    def __init__(self, stage: Union[CustomForce, CustomLocomotion], errors: List[BaseException]) -> None:
        self.is_force = isinstance(stage, CustomForce)
        self.reads = names("reads", stage.reads)
        self.writes = names("writes", stage.writes)
        if not callable(stage.function):
            raise Error(f"function is {stage.function!r}, must be callable", Code.NULL_FUNCTION, "function")
        self._function = _callback(stage.function, self, errors)
        self._read_names = (ctypes.c_char_p * len(self.reads))(*(name.encode() for name in self.reads))
        self._write_names = (ctypes.c_char_p * len(self.writes))(*(name.encode() for name in self.writes))
        self.custom = CCustom(
            draws=1 if stage.draws else 0,
            function=self._function,
            reads=self._read_names,
            read_count=len(self.reads),
            writes=self._write_names,
            write_count=len(self.writes),
        )


def _callback(function: Callable[[CustomCall], Any], code: CustomCode, errors: List[BaseException]) -> Any:
    def run(_context: Optional[int], pointer: Any) -> int:
        call = pointer.contents
        try:
            answer = function(CustomCall(call, code))
            return 1 if answer is None or answer else 0
        except BaseException as error:  # noqa: B902: it cannot pass through C
            if error.__traceback__ is not None:  # no frame may keep arrays of the call
                traceback.clear_frames(error.__traceback__)
            errors.append(error)
            for i in range(call.count):
                LIBRARY.wend_custom_fault(pointer, i)
            return 0

    return CCustomFunction(run)


def _over(address: int, count: int, dtype: np.dtype, writeable: bool) -> np.ndarray:
    """An array in memory of the library's."""
    memory = (ctypes.c_char * (count * dtype.itemsize)).from_address(address)
    array: np.ndarray = np.frombuffer(memoryview(memory), dtype)
    array.flags.writeable = writeable
    return array
