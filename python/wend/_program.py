# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Programs, and the calls that advance agents."""

import ctypes
import json
import weakref
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._library import LIBRARY, NO_TICK, CExecution, Code, CStreamUse, CTicks, Error, call
from ._paths import Paths
from ._streams import DTYPES, View

USES = ("input", "state", "scratch", "output")
THREADS = ("tbb", "serial")


@dataclass(frozen=True)
class StreamUse:
    """How a program uses a stream: "input", "state" (read and written; the state hash covers it), "scratch" (memory
    that the run fills itself) or "output" (written where it is bound)."""

    name: str
    dtype: np.dtype
    use: str


@dataclass(frozen=True)
class Result:
    """What a call reports: agent-ticks that were skipped because of invalid values, the smallest slot among them
    (None where there is none), and from `validate` a notice, or ""."""

    faults: int
    first_fault: Optional[int]
    notice: str = ""


@dataclass
class Clock:
    """Numbers the ticks of a simulation, so that no tick is run twice.

        clock = wend.Clock(dt=1 / 60, seed=7)
        program.run(view, **clock.next())

    Save `tick` and set it again to resume.
    """

    dt: float
    seed: int = 0
    tick: int = 0

    def next(self, count: int = 1) -> Dict[str, Any]:
        """The arguments of `Program.run` for the next `count` ticks."""
        ticks = {"dt": self.dt, "count": count, "tick": self.tick, "seed": self.seed}
        self.tick += count
        return ticks


class Program:
    """An ordered list of stages over one agent set: forces and a locomotion, or a stage that is a program by itself.

        program = wend.Program([{"seek": {}}, {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1}}])

    Stages, their parameters and streams go by the names of kernels/docs/stages.md. A program is immutable and may be
    used by any number of threads at the same time; its calls let other Python threads run.
    """

    def __init__(self, stages: Union[Sequence[Any], Mapping[str, Any]], paths: Optional[Paths] = None) -> None:
        """`stages`: a list of {name: {parameter: value}}, or a whole scenario of which "stages" is read."""
        self._create(json.dumps(stages), paths)

    @classmethod
    def from_json(cls, text: Union[str, bytes], paths: Optional[Paths] = None) -> "Program":
        """The same from JSON text: an array of stages, or a whole scenario."""
        program = cls.__new__(cls)
        program._create(text, paths)
        return program

    def _create(self, text: Union[str, bytes], paths: Optional[Paths]) -> None:
        encoded = text.encode() if isinstance(text, str) else text
        handle = ctypes.c_void_p()
        call(
            "wend_program_from_json",
            encoded,
            len(encoded),
            None if paths is None else paths._handle,
            ctypes.byref(handle),
        )
        self._handle = handle
        weakref.finalize(self, LIBRARY.wend_program_destroy, handle)

    @property
    def stages(self) -> Tuple[str, ...]:
        """The kinds of its stages."""
        count = LIBRARY.wend_program_stage_count(self._handle)
        return tuple(LIBRARY.wend_program_stage_kind(self._handle, i).decode() for i in range(count))

    @property
    def streams(self) -> Tuple[StreamUse, ...]:
        """The streams that must be bound, and then the outputs. `id` may be bound to every program."""
        uses = []
        for index in range(LIBRARY.wend_program_stream_count(self._handle)):
            use = CStreamUse()
            call("wend_program_stream", self._handle, index, ctypes.byref(use))
            uses.append(StreamUse(use.name.decode(), DTYPES[use.element], USES[use.use]))
        return tuple(uses)

    @property
    def draws(self) -> bool:
        """Whether `run` wants the number of the tick."""
        return bool(LIBRARY.wend_program_draws(self._handle))

    @property
    def looks_at_others(self) -> bool:
        """Whether agents look at others of the view, which then has to be whole."""
        return bool(LIBRARY.wend_program_looks_at_others(self._handle))

    def zeros(self, count: int, **given: np.ndarray) -> View:
        """A view of `count` agents: `given` arrays, and new ones of zeros for the other streams that it needs.

        A mass or a direction of 0 is a fault, a target_agent of 0 is the agent in slot 0: give those.
        """
        arrays = {use.name: np.zeros(count, use.dtype) for use in self.streams if use.name not in given}
        return View(arrays, **given)

    def run(
        self,
        view: View,
        *,
        dt: float,
        tick: Optional[int] = None,
        count: int = 1,
        seed: int = 0,
        threads: str = "tbb",
        max_threads: int = 0,
        isa: Optional[str] = None,
    ) -> Result:
        """Advances every agent by `count` ticks of `dt` seconds. `tick`, the number of the first, keys draws: a
        program that draws is refused without it.

        `threads`: "tbb", or "serial" for the caller's thread alone. Neither it nor `max_threads` nor `isa` changes a
        bit of the result. Raises Error before anything is written; an agent with an invalid value keeps its state
        and is counted in `faults`.
        """
        return self._call("wend_run", view, dt, tick, count, seed, threads, max_threads, isa)

    def validate(
        self, view: View, *, dt: float, tick: Optional[int] = None, seed: int = 0, isa: Optional[str] = None
    ) -> Result:
        """The checks of `run`, the agents that would fault in the first tick, and a notice where ticks are too long
        for agents to settle where they arrive. Writes scratch streams only."""
        return self._call("wend_validate", view, dt, tick, 1, seed, "serial", 0, isa)

    def state_hash(self, view: View) -> int:
        """The state's fingerprint: equal states have equal ones, on every machine."""
        hashed = ctypes.c_uint64()
        call("wend_state_hash", self._handle, ctypes.byref(view._view), ctypes.byref(hashed))
        return hashed.value

    def _call(
        self,
        function: str,
        view: View,
        dt: float,
        tick: Optional[int],
        count: int,
        seed: int,
        threads: str,
        max_threads: int,
        isa: Optional[str],
    ) -> Result:
        if threads not in THREADS:
            raise Error(f"threads is {threads!r}, must be one of {', '.join(THREADS)}", Code.BAD_ARGUMENT, "threads")
        ticks = CTicks(
            dt=dt,
            count=_whole("count", count, 2**32),
            first_tick=NO_TICK if tick is None else _whole("tick", tick, NO_TICK),
            seed=_whole("seed", seed, 2**64),
        )
        execution = CExecution(
            threading=THREADS.index(threads),
            max_threads=_whole("max_threads", max_threads, 2**32),
            isa=None if isa is None else isa.encode(),
        )
        result = call(
            function, self._handle, ctypes.byref(view._view), ctypes.byref(ticks), ctypes.byref(execution)
        )
        notice = result.message.decode() if result.notice != Code.OK else ""
        return Result(result.faults, result.first_fault if result.faults else None, notice)

    def __repr__(self) -> str:
        return f"<wend.Program: {', '.join(self.stages)}>"


def _whole(name: str, value: int, end: int) -> int:
    if not 0 <= value < end:
        raise Error(f"{name} is {value}, must be in [0, {end})", Code.BAD_ARGUMENT, name)
    return int(value)
