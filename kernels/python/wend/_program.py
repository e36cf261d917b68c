# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Programs, and the calls that advance agents."""

import ctypes
import json
import math
import weakref
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._api import (
    NO_TICK,
    CChunk,
    CExecution,
    CLayout,
    Code,
    CParameter,
    CResult,
    CStage,
    CStreamUse,
    CTicks,
    Inputs,
    Threading,
    Use,
)
from ._arguments import integer, names, numbers, real, refuse, refuse_type, whole
from ._batch import Batch
from ._custom import CustomCode, CustomForce, CustomLocomotion
from ._flow_field import FlowFieldView, FlowPlanner
from ._layout import Chunk
from ._library import LIBRARY, Error, call, checked, invoke, raise_first
from ._obstacles import ObstaclePool
from ._paths import Paths
from ._prepared_run import PreparedRun
from ._result import Result, result_of
from ._streams import DTYPES, View, _contiguous, checked_view, initial_values

THREADS = {"tbb": Threading.TBB, "serial": Threading.SERIAL}


@dataclass(frozen=True)
class StreamUse:
    """How a program uses a stream: "input", "state" (read and written; the state hash covers it), "output" (written
    where it is bound), "optional" (read where it is bound) or "record" (copies of path data, which save time where they
    are bound, and change no result)."""

    name: str
    dtype: np.dtype
    use: str


@dataclass(frozen=True)
class BadValue:
    """Why an agent faults: the value of a stream, the number of the stage that it is bad for, and a sentence with what
    is legal."""

    stream: str
    value: float
    stage: Optional[int]
    message: str


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
        count = whole("count", count, 2**32)
        ticks = {"dt": self.dt, "count": count, "tick": self.tick, "seed": self.seed}
        self.tick += count
        return ticks


class Program:
    """An ordered list of stages over one agent set: forces and a locomotion, or a stage that is a program by itself.

        program = wend.Program([{"seek": {}}, {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1}}])

    Stages, their parameters and streams go by the names of kernels/docs/stages.md, which says what each is. A target is
    the name of its streams or a point: {"flee": {"target": (3, 4)}}. A program is immutable, but for `tune`, and may be
    used by any number of threads at the same time; its calls let other Python threads run.
    """

    def __init__(self, stages: Union[Sequence[Any], Mapping[str, Any]], paths: Optional[Paths] = None) -> None:
        """`stages`: a list of {name: {parameter: value}}, CustomForce and CustomLocomotion; or a whole scenario, of
        which "stages" is read."""
        if not isinstance(stages, (Mapping, Sequence)):
            raise refuse_type("stages", stages, "a list of stages is needed")
        if isinstance(stages, Mapping) or not any(_has_no_words(one) for one in stages):
            self._create(_words(stages), paths)
        else:
            self._create_from_structs(stages, paths)

    @classmethod
    def from_json(cls, text: Union[str, bytes], paths: Optional[Paths] = None) -> "Program":
        """The same from JSON text: an array of stages, or a whole scenario."""
        program = cls.__new__(cls)
        program._create(text, paths)
        return program

    def _create(self, text: Union[str, bytes], paths: Optional[Paths]) -> None:
        if not isinstance(text, (str, bytes)):
            raise refuse_type("text", text, "str or bytes are needed")
        encoded = text.encode() if isinstance(text, str) else text
        handle = ctypes.c_void_p()
        call(
            "wend_program_from_json",
            encoded,
            len(encoded),
            _handle(paths),
            ctypes.byref(handle),
        )
        self._take(handle, [], [], [])

    def _create_from_structs(self, stages: Sequence[Any], paths: Optional[Paths]) -> None:
        errors: List[BaseException] = []
        code: List[CustomCode] = []
        fields: List[FlowFieldView] = []
        given = []
        for index, stage in enumerate(stages):
            if isinstance(stage, (CustomForce, CustomLocomotion)):
                code.append(CustomCode(stage, errors))
                if isinstance(stage, CustomForce):
                    made = _stage("custom_force", {"weight": stage.weight}, index)
                else:
                    made = _stage("custom_locomotion", {}, index)
                made.custom = ctypes.pointer(code[-1].custom)
            else:
                if not isinstance(stage, Mapping) or len(stage) != 1:
                    raise Error(
                        f"program: /{index}: expected {{name: {{parameter: value}}}}, CustomForce or CustomLocomotion, "
                        f"found {stage!r}",
                        Code.BAD_WORDS,
                    )
                ((kind, parameters),) = stage.items()
                fields += [value for value in parameters.values() if isinstance(value, FlowFieldView)]
                made = _stage(kind, parameters, index)
                made.paths = _handle(paths)
            given.append(made)
        handle = ctypes.c_void_p()
        call("wend_program_create", (CStage * len(given))(*given), len(given), ctypes.byref(handle))
        self._take(handle, fields, code, errors)

    def _take(
        self,
        handle: ctypes.c_void_p,
        fields: List[FlowFieldView],
        code: List[CustomCode],
        errors: List[BaseException],
    ) -> None:
        self._handle = handle
        self._fields = fields  # whose arrays the library reads
        self._code = code  # functions that the library calls
        self._errors = errors  # exceptions of that code in running calls
        self._looks_at_others = bool(LIBRARY.wend_program_looks_at_others(handle))
        weakref.finalize(self, LIBRARY.wend_program_destroy, handle)

    @property
    def stages(self) -> Tuple[str, ...]:
        """The kinds of its stages."""
        count = LIBRARY.wend_program_stage_count(self._handle)
        return tuple(LIBRARY.wend_program_stage_kind(self._handle, i).decode() for i in range(count))

    @property
    def streams(self) -> Tuple[StreamUse, ...]:
        """The streams that must be bound, then the outputs, the optional inputs and the records. `id` and `stages` may be
        bound for every program."""
        uses = []
        for index in range(LIBRARY.wend_program_stream_count(self._handle)):
            use = CStreamUse()
            call("wend_program_stream", self._handle, index, ctypes.byref(use))
            uses.append(StreamUse(use.name.decode(), DTYPES[use.element], Use(use.use).name.lower()))
        return tuple(uses)

    @property
    def draws(self) -> bool:
        """Whether `run` wants the number of the tick."""
        return bool(LIBRARY.wend_program_draws(self._handle))

    @property
    def looks_at_others(self) -> bool:
        """Whether agents look at others: of the view that `View.look_at` names, or of the same one."""
        return self._looks_at_others

    def zeros(self, count: int, *, outputs: Sequence[str] = (), first_id: int = 0, **given: np.ndarray) -> View:
        """A view of `count` agents: `given` arrays, and new ones for the other streams that it needs, its records, and
        those of its `outputs` that are named. They start with zeros, but direction, mass and max_speed with 1, and
        target_agent, other_agent and third_agent with -1 (no agent).
        """
        length, uses = whole("count", count, 2**63), self.streams
        known = [use.name for use in uses if use.use == "output"]
        for name in names("outputs", outputs):
            if name not in known:
                raise Error(
                    f"outputs: {name} is no output of the program; its outputs are {', '.join(known) or 'none'}",
                    Code.UNKNOWN_STREAM,
                    name,
                )
        arrays = {
            use.name: initial_values(use.name, length)
            for use in uses
            if use.name not in given and (use.use in ("input", "state", "record") or use.name in outputs)
        }
        return View({**arrays, **given}, first_id=first_id)

    def tune(self, stage: int, **parameters: Any) -> None:
        """Changes parameters of the stage with that number, for values that change from frame to frame:
        `program.tune(0, target=(x, y), weight=0.5)`. The others stay. Refused where they are out of range, or would
        use other streams than before. Not while another thread runs the program."""
        kinds, stage = self.stages, integer("stage", stage)
        if not 0 <= stage < len(kinds):
            raise Error(f"stage is {stage}, must be in [0, {len(kinds)})", Code.NOT_TUNABLE, "stage")
        pool = next((name for name, value in parameters.items() if isinstance(value, ObstaclePool)), None)
        if pool is not None:
            raise Error(f"{pool}: a pool changes in place", Code.NOT_TUNABLE, pool)
        if any(isinstance(value, (FlowFieldView, FlowPlanner)) for value in parameters.values()):
            raise Error("field: a flow field in an array is its array, which may change", Code.NOT_TUNABLE, "field")
        call("wend_program_tune", self._handle, stage, ctypes.byref(_stage(kinds[stage], parameters, stage)))

    def run(
        self,
        view: Union[View, Sequence[View]],
        *,
        dt: float,
        tick: Optional[int] = None,
        count: int = 1,
        seed: int = 0,
        threads: Optional[str] = None,
        max_threads: int = 0,
        isa: Optional[str] = None,
        trusted: bool = False,
        see: str = "own_view",
        starts: Optional[np.ndarray] = None,
    ) -> Result:
        """Advances every agent by `count` ticks of `dt` seconds. `tick`, the number of the first, keys draws: a
        program that draws is refused without it.

        `view` may be a list of views (the chunks of an entity system): one parallel loop over all of them. Views of
        one population differ in `first_id`, or bind `id`; they share no memory that is written. The result says in
        which view its first fault is. With `see` "all_views", agents look at those of all views, as if one view held
        them in that order; `starts` is as in `Batch.run`. For the same views in every frame, `batch` is faster.

        `threads`: "tbb", or "serial" for the caller's thread alone, the default of programs with custom stages, because
        Python runs one of their threads at a time. Neither it nor `max_threads` nor `isa` changes a bit of the result.
        `trusted` skips the check of values: for arrays that `validate` found clean and that only wend has written
        since (`Inputs` in wend/execution.hpp). Raises Error before anything is written; an agent with an invalid value
        keeps its state and is counted in `faults`.
        """
        ticks, execution = _ticks(dt, tick, count, seed), self._execution(threads, max_threads, isa, trusted)
        if isinstance(view, View):
            if see == "own_view" and starts is None:
                return self._call("wend_run", view, ticks, execution)
            view = [view]
        if not isinstance(view, Sequence):
            raise refuse_type("view", view, "a wend.View or a list of them is needed")
        return Batch(self, view, see)._run(ticks, execution, starts)

    def batch(self, views: Sequence[View], *, see: str = "own_view") -> Batch:
        """Views that run in one call, frame after frame. `see`: the agents that those of a view look at, where it names
        none by `look_at`: "own_view", its own; or "all_views", those of all views. The bits are then those of one view
        that holds all agents in the order of the views: slots count through them, ids are unique over all of them
        (`first_id`, or `id`), and the optional streams that one view binds all bind."""
        return Batch(self, views, see)

    def run_chunks(
        self,
        chunks: Sequence[Chunk],
        *,
        dt: float,
        tick: Optional[int] = None,
        count: int = 1,
        seed: int = 0,
        threads: Optional[str] = None,
        max_threads: int = 0,
        isa: Optional[str] = None,
        trusted: bool = False,
    ) -> Result:
        """`run` for chunks of one `Layout`: one parallel loop over all of them, as over a list of views, of smaller
        structs. The result says in which chunk its first fault is. Chunks of programs whose agents look at others are
        views of `run`."""
        ticks, execution = _ticks(dt, tick, count, seed), self._execution(threads, max_threads, isa, trusted)
        if not isinstance(chunks, Sequence) or not all(isinstance(one, Chunk) for one in chunks):
            raise refuse_type("chunks", chunks, "a list of wend.Chunk is needed")
        if any(one.layout is not chunks[0].layout for one in chunks):
            raise Error("chunks: all must be of one layout", Code.BAD_ARGUMENT, "chunks")
        layout = chunks[0].layout._layout if chunks else CLayout()
        given = (CChunk * len(chunks))(*(one._chunk for one in chunks))
        answer = self._invoke(
            "wend_run_chunks",
            ctypes.byref(layout),
            given,
            len(given),
            ctypes.byref(ticks),
            ctypes.byref(execution),
        )
        return result_of(answer, of_views=True)

    def prepare(
        self,
        view: View,
        *,
        dt: float,
        tick: Optional[int] = None,
        count: int = 1,
        seed: int = 0,
        workers: int = 0,
        block: int = 0,
        isa: Optional[str] = None,
    ) -> PreparedRun:
        """`run` in blocks that the caller hands to threads of its own. The checks of `run` are made here.

        `workers`: how many threads will work on it; each gets four blocks. 0: unknown, and blocks are as small as is
        worth while. `block`: agents a block, in place of that. Where agents look at others of the view, or an input is
        the memory of a written stream, it takes one tick.
        """
        execution = CExecution(
            threads=whole("workers", workers, 2**32),
            block=whole("block", block, 2**32),
            isa=_isa(isa),
        )
        return PreparedRun(self, view, _ticks(dt, tick, count, seed), execution)

    def forces(
        self,
        view: View,
        *,
        dt: float,
        tick: Optional[int] = None,
        seed: int = 0,
        threads: Optional[str] = None,
        isa: Optional[str] = None,
    ) -> Result:
        """Writes force_x and force_y (the composed force), steering_force_x and steering_force_y (the same after it was
        truncated to max_force), those that the view has, for one tick, and moves no agent: only these arrays must be
        writeable. No state advances; the stage external_locomotion is for bodies that an engine moves."""
        return self._call("wend_forces", view, _ticks(dt, tick, 1, seed), self._execution(threads, 0, isa))

    def validate(
        self, view: View, *, dt: float, tick: Optional[int] = None, seed: int = 0, isa: Optional[str] = None
    ) -> Result:
        """The checks of `run`, the agents that would fault in the first tick, and a notice where ticks are too long
        for agents to settle where they arrive. Writes no stream."""
        return self._call("wend_validate", view, _ticks(dt, tick, 1, seed), self._execution("serial", 0, isa))

    def explain(
        self, view: View, slot: int, *, dt: float, tick: Optional[int] = None, seed: int = 0, skip: int = 0
    ) -> Optional[BadValue]:
        """Why the agent in `slot` would fault in a tick; None where it would not. An agent may have several values at
        fault: `skip` passes over the first ones."""
        ticks = _ticks(dt, tick, 1, seed)
        slot, skip = whole("slot", slot, 2**63), whole("skip", skip, 2**63)
        struct = checked_view(view)._for(self)
        result = self._invoke(
            "wend_explain", ctypes.byref(struct), ctypes.byref(ticks), slot, skip, legal=(Code.OK, Code.BAD_VALUE)
        )
        if result.code == Code.OK:
            return None
        stage = result.index if result.stage else None
        return BadValue(result.subject.decode(), result.value, stage, result.message.decode())

    def workspace_size(self, view: View) -> int:
        """How many floats the view's workspace must have: 0 where no agents look at others."""
        count = ctypes.c_size_t()
        call("wend_workspace_size", self._handle, ctypes.byref(checked_view(view)._view), ctypes.byref(count))
        return count.value

    def snapshot_bytes(self, view: View) -> int:
        """How many bytes `save` takes."""
        count = ctypes.c_size_t()
        call("wend_snapshot_bytes", self._handle, ctypes.byref(checked_view(view)._view), ctypes.byref(count))
        return count.value

    def save(self, view: View, into: Optional[np.ndarray] = None) -> np.ndarray:
        """A copy of the program's state, to come back to this tick: an array of bytes, new or `into`. Inputs and the
        number of the tick are the caller's to keep."""
        if into is None:
            into = np.empty(self.snapshot_bytes(view), np.uint8)
        _contiguous("into", into, np.dtype(np.uint8), True)
        call("wend_save", self._handle, ctypes.byref(checked_view(view)._view), into.ctypes.data, into.size)
        return into

    def restore(self, view: View, snapshot: Union[np.ndarray, bytes]) -> None:
        """Copies the state back. Refuses, before anything is written, snapshots of another version of the bits, of a
        program with other state, or of another number of agents."""
        try:
            given = np.frombuffer(snapshot, np.uint8)
        except TypeError:
            raise refuse_type("snapshot", snapshot, "bytes are needed") from None
        call("wend_restore", self._handle, ctypes.byref(checked_view(view)._view), given.ctypes.data, given.size)

    def state_hash(self, view: View) -> int:
        """The state's fingerprint: equal states have equal ones, on every machine."""
        hashed = ctypes.c_uint64()
        call("wend_state_hash", self._handle, ctypes.byref(checked_view(view)._view), ctypes.byref(hashed))
        return hashed.value

    def state_hashes(self, view: View, first_id: int, ids: int, count: int) -> np.ndarray:
        """The fingerprints of the agents of each of `count` buckets of `ids` consecutive ids: where two peers part."""
        hashes = np.zeros(whole("count", count, 2**32), np.uint64)
        call("wend_state_hashes", self._handle, ctypes.byref(checked_view(view)._view),
             whole("first_id", first_id, 2**32), whole("ids", ids, 2**32), hashes.ctypes.data, hashes.size)
        return hashes

    @staticmethod
    def _ticks_of(dt: float, tick: Optional[int], count: int, seed: int) -> CTicks:
        return _ticks(dt, tick, count, seed)

    def _call(self, function: str, view: View, ticks: CTicks, execution: CExecution) -> Result:
        struct = checked_view(view)._for(self)
        return result_of(self._invoke(function, ctypes.byref(struct), ctypes.byref(ticks), ctypes.byref(execution)))

    def _invoke(self, function: str, *arguments: Any, legal: Tuple[Code, ...] = (Code.OK,)) -> CResult:
        """`_answer` of a function whose first argument is the program."""
        return self._answer(function, self._handle, *arguments, legal=legal)

    def _answer(self, function: str, *arguments: Any, legal: Tuple[Code, ...] = (Code.OK,)) -> CResult:
        """Raises exceptions of custom stages first, then refusals."""
        result = invoke(function, *arguments)
        raise_first(self._errors)
        return result if result.code in legal else checked(result)

    def _execution(
        self, threads: Optional[str], max_threads: int, isa: Optional[str], trusted: bool = False
    ) -> CExecution:
        return _execution(threads, max_threads, isa, bool(self._code), trusted)

    def __repr__(self) -> str:
        return f"<wend.Program: {', '.join(self.stages)}>"


def _handle(paths: Optional[Paths]) -> Optional[ctypes.c_void_p]:
    if not (paths is None or isinstance(paths, Paths)):
        raise refuse_type("paths", paths, "wend.Paths are needed")
    return None if paths is None else paths._handle


def _isa(name: Optional[str]) -> Optional[bytes]:
    if not (name is None or isinstance(name, str)):
        raise refuse("isa", name, "the name of an instruction set")
    return None if name is None else name.encode()


def _execution(
    threads: Optional[str], max_threads: int, isa: Optional[str], has_code: bool, trusted: bool = False
) -> CExecution:
    """`has_code`: Python runs the program's custom stages, on one thread at a time."""
    if threads is None:
        threads = "serial" if has_code else "tbb"
    if not isinstance(threads, str) or threads not in THREADS:
        raise refuse("threads", threads, f"one of {', '.join(THREADS)}")
    return CExecution(
        threading=THREADS[threads],
        max_threads=whole("max_threads", max_threads, 2**32),
        isa=_isa(isa),
        inputs=Inputs.TRUSTED if trusted else Inputs.CHECKED,
    )


def _ticks(dt: float, tick: Optional[int], count: int, seed: int) -> CTicks:
    return CTicks(
        dt=real("dt", dt),
        count=whole("count", count, 2**32),
        first_tick=NO_TICK if tick is None else whole("tick", tick, NO_TICK),
        seed=whole("seed", seed, 2**64),
    )


def _stage(kind: str, parameters: Mapping[str, Any], index: int) -> CStage:
    """A stage as the library's struct, which keeps what it points to."""
    field = parameters.get("field")
    pool = next((name for name in ("obstacles", "occluders") if isinstance(parameters.get(name), ObstaclePool)), None)
    given = [
        _parameter(value, (index, kind, name))
        for name, value in parameters.items()
        if not (name == "field" and isinstance(value, (FlowFieldView, FlowPlanner)))
        and name != pool
    ]
    stage = CStage(kind=kind.encode(), parameters=(CParameter * len(given))(*given), parameter_count=len(given))
    if isinstance(field, FlowFieldView):
        stage.field = ctypes.pointer(field._field)
    elif isinstance(field, FlowPlanner):
        stage.planner = field._handle
    if pool is not None:
        stage.obstacles = parameters[pool]._handle
    return stage


def _has_no_words(stage: Any) -> bool:
    """Whether the library has to have it as a struct: it names a function, or an array to be read where it is."""
    if isinstance(stage, Mapping):
        return any(
            isinstance(value, (FlowFieldView, FlowPlanner, ObstaclePool))
            for parameters in stage.values()
            if isinstance(parameters, Mapping)
            for value in parameters.values()
        )
    return isinstance(stage, (CustomForce, CustomLocomotion))


def _parameter(value: Any, place: Tuple[int, str, str]) -> CParameter:
    name = place[-1]
    if isinstance(value, str):
        return CParameter(name=name.encode(), word=value.encode())
    if isinstance(value, Mapping):  # obstacles, a flow field
        return CParameter(name=name.encode(), word=_words(value, place).encode())
    given = numbers(value)
    if given is not None and given.ndim == 0:
        return CParameter(name=name.encode(), number=float(given))
    if given is None or given.shape not in ((2,), (4,)):
        raise Error(
            f"{_named(place)}: expected a number, a word, a point (x, y) or a rectangle (min_x, min_y, max_x, max_y), "
            f"found {value!r}",
            Code.BAD_WORDS,
            name,
        )
    return CParameter(name=name.encode(), area=(ctypes.c_double * 4)(*given))


def _named(place: Tuple[Union[int, str], ...]) -> str:
    return "program: /" + "/".join(str(key) for key in place)


def _words(value: Any, place: Tuple[Union[int, str], ...] = ()) -> str:
    """JSON. Values that it has no word for are refused here, by name: the library would see a place in a text."""
    return json.dumps(_plain(value, place))


def _plain(value: Any, place: Tuple[Union[int, str], ...]) -> Any:
    """A value of JSON's types; `place`: the keys and indices that lead to it."""
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.tolist()
    if isinstance(value, float) and not math.isfinite(value):
        raise _refused(place, f"is {value}, must be a finite number", Code.PARAMETER_OUT_OF_RANGE)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(one, (*place, index)) for index, one in enumerate(value)]
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise _refused(place, f"has the key {key!r}, must have names", Code.BAD_WORDS)
        return {key: _plain(one, (*place, key)) for key, one in value.items()}
    found = type(value).__name__
    raise _refused(place, f"is a {found}, must be a number, a word, a list or a dictionary", Code.BAD_WORDS)


def _refused(place: Tuple[Union[int, str], ...], message: str, code: Code) -> Error:
    stage = next((key for key in place if isinstance(key, int)), None)
    return Error(f"{_named(place)} {message}", code, str(place[-1]) if place else "", stage)
