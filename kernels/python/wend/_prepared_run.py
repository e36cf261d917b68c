# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Runs in blocks, for the caller's own threads."""

import ctypes
import weakref
from typing import TYPE_CHECKING

import numpy as np

from ._api import PREPARED_RUN_BYTES, CExecution, Code, CTicks
from ._arguments import integer
from ._library import LIBRARY, Error, call
from ._result import Result, result_of
from ._streams import View, checked_view

if TYPE_CHECKING:
    from ._program import Program


class PreparedRun:
    """A `Program.run` in blocks of agents, for the caller's own threads; `Program.prepare` makes it.

        prepared = program.prepare(view, dt=0.1, tick=0, workers=8)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda block: prepared.run(block, block + 1), range(prepared.block_count)))
        result = prepared.finish()

    Until `finish` it counts as a call that runs: nothing else writes the view's arrays, or tunes the program.
    """

    def __init__(self, program: "Program", view: View, ticks: CTicks, execution: CExecution) -> None:
        memory = np.empty(PREPARED_RUN_BYTES, np.uint8)
        handle = ctypes.c_void_p()
        call(
            "wend_prepare",
            program._handle,
            ctypes.byref(checked_view(view)._for(program)),
            ctypes.byref(ticks),
            ctypes.byref(execution),
            memory.ctypes.data,
            memory.size,
            ctypes.byref(handle),
        )
        self._program = program
        self._view = view  # keeps the arrays
        self._handle = handle
        self._block_count = int(LIBRARY.wend_block_count(handle))
        self._unfinished = weakref.finalize(self, _abandon, handle, memory, program)

    @property
    def block_count(self) -> int:
        """How many blocks there are; 0 where there is nothing to run."""
        return self._block_count

    def run(self, begin: int, end: int) -> None:
        """Advances the blocks [begin, end) by all ticks, on this thread: every block once, in any order. Other Python
        threads run meanwhile."""
        begin, end = integer("begin", begin), integer("end", end)
        if not 0 <= begin <= end <= self._block_count:
            raise Error(
                f"blocks are [{begin}, {end}), must be in [0, {self._block_count})", Code.BAD_ARGUMENT, "blocks"
            )
        if not self._unfinished.alive:
            raise Error("the run is finished", Code.BAD_ARGUMENT, "run")
        LIBRARY.wend_run_blocks(self._handle, begin, end)

    def finish(self) -> Result:
        """The result, once every block was run. Raises exceptions of custom stages."""
        kept = self._unfinished.detach()  # with the run's memory, which has to live until it is finished
        if kept is None:
            raise Error("the run is finished", Code.BAD_ARGUMENT, "run")
        return result_of(self._program._answer("wend_finish", self._handle))


def _abandon(handle: ctypes.c_void_p, _memory: np.ndarray, _program: "Program") -> None:
    """Releases an unfinished run, whose memory and program must live until then."""
    LIBRARY.wend_finish(handle, None)
