# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Journals of a program's calls."""

import ctypes
import os
import weakref
from dataclasses import dataclass
from typing import BinaryIO, Iterator, List, Mapping, Optional, Sequence, Tuple, TypeVar, Union

import numpy as np

from ._api import NO_STREAM, NO_TICK, CJournalCall, CJournalFunction, CJournalOptions, CJournalStage, Code
from ._arguments import names, refuse, refuse_type, whole
from ._custom import CustomCode, CustomForce, CustomLocomotion
from ._library import LIBRARY, Error, call, checked, invoke, raise_first
from ._program import Program, _execution, _ticks
from ._result import Result, result_of
from ._streams import DTYPES, View, checked_view, stream_dtypes


class _Recording:
    """A journal of calls on one view, which blocks of it leave through `_write`."""

    _handle: Optional[ctypes.c_void_p] = None

    def __init__(self, program: Program, view: View, options: CJournalOptions, custom_stages: Sequence[str]) -> None:
        if not isinstance(program, Program):
            raise refuse_type("program", program, "a wend.Program is needed")
        given = names("custom_stages", custom_stages)
        encoded = (ctypes.c_char_p * len(given))(*(name.encode() for name in given))
        options.custom_stages = encoded
        options.custom_stage_count = len(encoded)
        self._program = program
        self._errors: List[BaseException] = []
        self._function = CJournalFunction(self._write)
        handle = ctypes.c_void_p()
        call(
            "wend_journal_create",
            program._handle,
            ctypes.byref(checked_view(view)._for(program)),
            ctypes.byref(options),
            self._function,
            None,
            None,
            0,
            ctypes.byref(handle),
        )
        self._handle = handle

    def run(
        self,
        view: View,
        *,
        dt: float,
        tick: Optional[int] = None,
        count: int = 1,
        seed: int = 0,
        threads: Optional[str] = None,
        max_threads: int = 0,
        isa: Optional[str] = None,
    ) -> Result:
        """`Program.run`, recorded. The view may have other arrays than that of the start, and other agents."""
        struct = checked_view(view)._for(self._program)
        result = self._program._answer(
            "wend_journal_run",
            self._live(),
            self._program._handle,
            ctypes.byref(struct),
            ctypes.byref(_ticks(dt, tick, count, seed)),
            ctypes.byref(self._program._execution(threads, max_threads, isa)),
        )
        raise_first(self._errors)
        return result_of(result)

    def changed(self, *streams: str) -> None:
        """Names streams that the caller changed since the last call, or will change before the next."""
        for name in names("streams", streams):
            number = LIBRARY.wend_find_stream(name.encode())
            if number == NO_STREAM:
                raise refuse("streams", name, "the name of a stream")
            LIBRARY.wend_journal_changed(self._live(), number)

    @property
    def works(self) -> bool:
        """Whether all calls are recorded: False after a write that failed, and after a call with other streams or more
        agents than `most_agents`. The journal then ends before that call. Of a ring: whether it has a call."""
        return self._handle is not None and bool(LIBRARY.wend_journal_works(self._handle))

    def close(self) -> None:
        """Ends the journal, and closes a file that it opened."""
        if self._handle is not None:
            self._end()
            raise_first(self._errors)

    def __enter__(self: "_Self") -> "_Self":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if self._handle is not None:
            self._end()

    def _live(self) -> ctypes.c_void_p:
        if self._handle is None:
            raise Error("the journal is closed", Code.BAD_ARGUMENT, "journal")
        return self._handle

    def _end(self) -> None:
        LIBRARY.wend_journal_destroy(self._handle)
        self._handle = None
        self._close()

    def _close(self) -> None:
        pass

    def _write(self, _context: Optional[int], block: int, size: int) -> int:
        raise NotImplementedError

    def _give(self, file: BinaryIO, block: int, size: int) -> int:
        try:
            file.write(ctypes.string_at(block, size))
            return 1
        except BaseException as error:  # noqa: B902: it cannot pass through C
            self._errors.append(error)
            return 0


_Self = TypeVar("_Self", bound=_Recording)


class JournalWriter(_Recording):
    """Records the calls of one program on one view: `run` in place of `Program.run`. What the caller writes between
    the calls is found by comparison.

        with wend.JournalWriter(program, agents, "game.journal") as journal:
            for _ in range(600):
                journal.run(agents, **clock.next())

    `file`: the name of a new file, or an open binary file. `hash_every`, `flush_every`: calls. `most_agents`: of a
    later call; 0: as many as now. `custom_stages`: the names of the program's custom stages, for the reader. The
    program with its paths, obstacles and fields is written, so `Journal` needs nothing else. With `declared_changes`
    only the streams are compared that `changed` has named: less time, and a stream that is not named is found by the
    next hash of a replay.
    """

    _opened: Optional[BinaryIO] = None

    def __init__(
        self,
        program: Program,
        view: View,
        file: Union[str, "os.PathLike[str]", BinaryIO],
        *,
        hash_every: int = 1,
        flush_every: int = 1,
        most_agents: int = 0,
        custom_stages: Sequence[str] = (),
        declared_changes: bool = False,
    ) -> None:
        options = CJournalOptions(
            hash_every=whole("hash_every", hash_every, 2**32),
            flush_every=whole("flush_every", flush_every, 2**32),
            most_agents=whole("most_agents", most_agents, 2**63),
            declared_changes=1 if declared_changes else 0,
        )
        if isinstance(file, (str, os.PathLike)):
            self._opened = open(file, "wb")
        self._file: BinaryIO = self._opened if self._opened is not None else file  # type: ignore[assignment]
        try:
            super().__init__(program, view, options, custom_stages)
        except BaseException:
            self._close()
            raise
        raise_first(self._errors)

    def flush(self) -> None:
        """Writes the calls until now."""
        LIBRARY.wend_journal_flush(self._live())
        raise_first(self._errors)

    @property
    def written(self) -> int:
        """Bytes."""
        return 0 if self._handle is None else int(LIBRARY.wend_journal_written(self._handle))

    def _close(self) -> None:
        if self._opened is not None:
            self._opened.close()

    def _write(self, _context: Optional[int], block: int, size: int) -> int:
        return self._give(self._file, block, size)


class JournalRing(_Recording):
    """Keeps the last `calls` to twice as many calls in memory, and writes them when they are asked for: when a checksum
    of two machines differs. Otherwise a `JournalWriter`.

        ring = wend.JournalRing(program, agents, calls=600)
        ring.run(agents, **clock.next())
        ring.write("desync.journal")

    `bytes`: for so many calls, the program and the agents; taken twice.
    """

    def __init__(
        self,
        program: Program,
        view: View,
        *,
        calls: int = 600,
        bytes: int = 2**24,
        hash_every: int = 1,
        most_agents: int = 0,
        custom_stages: Sequence[str] = (),
        declared_changes: bool = False,
    ) -> None:
        if calls == 0:
            raise refuse("calls", calls, "1 or more")
        options = CJournalOptions(
            hash_every=whole("hash_every", hash_every, 2**32),
            most_agents=whole("most_agents", most_agents, 2**63),
            declared_changes=1 if declared_changes else 0,
            ring_calls=whole("calls", calls, 2**63),
            ring_bytes=whole("bytes", bytes, 2**62),
        )
        super().__init__(program, view, options, custom_stages)

    def write(self, file: Union[str, "os.PathLike[str]", BinaryIO]) -> None:
        """Writes the kept calls as a journal: to a new file by name, or an open binary file."""
        if isinstance(file, (str, os.PathLike)):
            with open(file, "wb") as opened:
                return self.write(opened)
        to: BinaryIO = file
        function = CJournalFunction(lambda _, block, size: self._give(to, block, size))
        if not LIBRARY.wend_journal_write(self._live(), function, None):
            raise_first(self._errors)
            raise Error("the ring is empty: its bytes do not hold the agents", Code.BAD_ARGUMENT, "bytes")


@dataclass(frozen=True)
class JournalCall:
    """A call of a journal: its number, its ticks, and what changed before it. `changed`: the streams that the caller
    wrote; `other_agents`: agents entered or left; `tuned`: parameters changed; `other_sets`: paths, obstacles or fields
    did. `hash`: of the state after it, or None. `code`: of its result; a call that was refused changed nothing."""

    number: int
    dt: float
    count: int
    tick: Optional[int]
    seed: int
    hash: Optional[int]
    code: Code
    faults: int
    changed: Tuple[str, ...]
    other_agents: bool
    tuned: bool
    other_sets: bool


class Journal:
    """Reads a journal, and runs its calls again.

        journal = wend.Journal("game.wend")
        for call in journal:  # its agents and program are those that the call found
            before = journal.stream("position_x")
            journal.run(isa="sse2")
            assert call.hash in (None, journal.state_hash())

    A call that was not run is run before the next one. `journal`: the name of a file, or bytes. `custom_stages`: the
    code of its custom stages, by the names that it has. Afterwards `damage` says why it ends before its bytes do, or
    that its writer was stopped; "": it is whole.
    """

    def __init__(
        self,
        journal: Union[str, "os.PathLike[str]", bytes],
        custom_stages: Optional[Mapping[str, Union[CustomForce, CustomLocomotion]]] = None,
    ) -> None:
        if isinstance(journal, (str, os.PathLike)):
            with open(journal, "rb") as file:
                journal = file.read()
        if not isinstance(journal, bytes):
            raise refuse_type("journal", journal, "the name of a file or bytes are needed")
        self._errors: List[BaseException] = []
        self._code = {name: CustomCode(stage, self._errors) for name, stage in (custom_stages or {}).items()}
        stages = [
            CJournalStage(
                name=name.encode(),
                kind=b"custom_force" if code.is_force else b"custom_locomotion",
                custom=ctypes.pointer(code.custom),
            )
            for name, code in self._code.items()
        ]
        self._bytes = journal  # which the library reads
        handle = ctypes.c_void_p()
        call(
            "wend_journal_reader_create",
            journal,
            len(journal),
            (CJournalStage * len(stages))(*stages),
            len(stages),
            ctypes.byref(handle),
        )
        self._handle = handle
        self._waits = False  # a call that was not run
        self._numbers = {name: number for number, name in enumerate(stream_dtypes())}
        weakref.finalize(self, LIBRARY.wend_journal_reader_destroy, handle)

    def __iter__(self) -> Iterator[JournalCall]:
        """Goes on at the call behind the last one."""
        given = CJournalCall()
        while True:
            if self._waits:
                self.run()
            if not LIBRARY.wend_journal_reader_next(self._handle, ctypes.byref(given)):
                return
            self._waits = given.code == Code.OK
            yield JournalCall(
                number=given.number,
                dt=given.dt,
                count=given.count,
                tick=None if given.first_tick == NO_TICK else given.first_tick,
                seed=given.seed,
                hash=given.hash if given.has_hash else None,
                code=Code(given.code),
                faults=given.faults,
                changed=tuple(
                    name
                    for name, number in self._numbers.items()
                    if LIBRARY.wend_journal_reader_changed(self._handle, number)
                ),
                other_agents=bool(given.other_agents),
                tuned=bool(given.tuned),
                other_sets=bool(given.other_sets),
            )

    def run(self, *, threads: Optional[str] = None, max_threads: int = 0, isa: Optional[str] = None) -> Result:
        """Runs the call. Raises exceptions of custom stages."""
        if not self._waits:
            raise Error("no call waits: it was run, or refused, or is not read", Code.BAD_ARGUMENT, "call")
        execution = _execution(threads, max_threads, isa, bool(self._code))
        result = invoke("wend_journal_reader_run", self._handle, ctypes.byref(execution))
        self._waits = False
        raise_first(self._errors)
        return result_of(checked(result))

    def state_hash(self) -> int:
        """The fingerprint of the state of now."""
        return int(LIBRARY.wend_journal_reader_hash(self._handle))

    def stream(self, name: str) -> np.ndarray:
        """A copy of a stream of now."""
        if name not in self._numbers:
            raise refuse("name", name, "the name of a stream")
        number, count = self._numbers[name], ctypes.c_size_t()
        address = LIBRARY.wend_journal_reader_stream(self._handle, number, ctypes.byref(count))
        if not address:
            raise Error(f"the journal has no stream {name}", Code.UNKNOWN_STREAM, name)
        dtype = DTYPES[LIBRARY.wend_stream_element(number)]
        return np.frombuffer(ctypes.string_at(address, count.value * dtype.itemsize), dtype).copy()

    @property
    def damage(self) -> str:
        """Why the journal ends early; "" until then."""
        return str(LIBRARY.wend_journal_reader_damage(self._handle).decode())
