# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""The Python package: NumPy arrays in place, refusals by name, the bits of every instruction set.

wend_test.py SOURCE: the root of wend's sources, whose package is tested with the library that WEND_LIBRARY names.
"""

import ctypes
import gc
import json
import os
import re
import subprocess
import sys
import threading
import unittest
from pathlib import Path

import numpy as np

SOURCE = Path(sys.argv.pop(1))
sys.path.insert(0, str(SOURCE / "python"))

import wend  # noqa: E402
from wend import _library  # noqa: E402

STAGES = [
    {"seek": {"weight": 0.75}},
    {"wander": {"angle_change": 3, "frame": "heading"}},
    {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1, "bounds": "wrap", "area": [-50, -40, 60, 70]}},
]


def population(count=1003, first_id=5):
    """A view of agents in arrays of their own, by name."""
    slots = np.arange(count, dtype=np.float32)
    names = ("position_x", "position_y", "velocity_x", "velocity_y", "target_x", "target_y", "wander_angle")
    arrays = {name: (10 * np.sin(i + np.float32(0.37) * slots)).astype(np.float32) for i, name in enumerate(names)}
    return wend.View(arrays, first_id=first_id)


class Runs(unittest.TestCase):
    def test_same_bits_on_every_isa_and_threading(self):
        program = wend.Program(STAGES)
        hashes = set()
        for isa in wend.isas():
            for threads in ("serial", "tbb"):
                view = population()
                result = program.run(view, dt=0.03, tick=11, count=7, seed=3, isa=isa, threads=threads)
                self.assertEqual(result, wend.Result(0, None))
                hashes.add(program.state_hash(view))
        self.assertEqual(len(hashes), 1)
        self.assertIn("reference", wend.isas())
        self.assertIn(wend.default_isa(), wend.isas())

    def test_arrays_are_written_where_they_are(self):
        view = population()
        x = view["position_x"]
        before, place = x.copy(), x.ctypes.data
        wend.Program(STAGES).run(view, dt=0.03, tick=0)
        self.assertEqual(x.ctypes.data, place)
        self.assertFalse(np.array_equal(x, before))

    def test_slices_are_views_and_give_the_bits_of_the_whole(self):
        program = wend.Program(STAGES)
        whole, parts = population(), population()
        program.run(whole, dt=0.03, tick=0, count=3)
        for begin, end in ((0, 100), (100, 1003)):
            part = wend.View({name: array[begin:end] for name, array in parts.items()}, first_id=5 + begin)
            program.run(part, dt=0.03, tick=0, count=3)
        self.assertEqual(program.state_hash(whole), program.state_hash(parts))

    def test_clock(self):
        program, clock = wend.Program(STAGES), wend.Clock(dt=0.03, seed=3)
        one, more = population(), population()
        for _ in range(6):
            program.run(one, **clock.next())
        self.assertEqual(clock.tick, 6)
        program.run(more, **wend.Clock(0.03, 3).next(6))
        self.assertEqual(program.state_hash(one), program.state_hash(more))

    def test_faults_and_notice(self):
        program = wend.Program(
            [{"arrive": {"slowing_radius": 5}}, {"locomotion": {"max_force": 9, "max_speed": 3, "mass": 0.01}}]
        )
        view = population(100)
        view["velocity_x"][41] = np.nan
        checked = program.validate(view, dt=0.5)
        self.assertEqual((checked.faults, checked.first_fault), (1, 41))
        self.assertIn("weight * dt / mass is 50", checked.notice)
        self.assertEqual(program.run(view, dt=0.5, count=2), wend.Result(2, 41))

    def test_zeros(self):
        program = wend.Program(STAGES)
        goals = np.full(10, 3, np.float32)
        view = program.zeros(10, target_x=goals)
        self.assertIs(view["target_x"], goals)
        self.assertEqual(set(view), {use.name for use in program.streams})
        program.run(view, dt=0.1, tick=0)
        self.assertGreater(view["position_x"][0], 0)

    def test_threads_of_python_share_a_program(self):
        program = wend.Program(STAGES)
        views = [population() for _ in range(4)]
        workers = [threading.Thread(target=program.run, args=(v,), kwargs={"dt": 0.1, "tick": 0, "count": 20}) for v in views]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(len({program.state_hash(view) for view in views}), 1)

    def test_a_view_keeps_its_arrays(self):
        view = population(10_000)
        gc.collect()
        wend.Program(STAGES).run(view, dt=0.1, tick=0)
        self.assertTrue(np.isfinite(view["position_x"]).all())

    def test_empty(self):
        program = wend.Program(STAGES)
        self.assertEqual(program.run(wend.View(), dt=0.1, tick=0), wend.Result(0, None))
        self.assertEqual(program.run(program.zeros(0), dt=0.1, tick=0), wend.Result(0, None))


class Programs(unittest.TestCase):
    def test_from_json(self):
        for text in (json.dumps(STAGES), json.dumps({"dt": 1, "stages": STAGES}).encode()):
            self.assertEqual(wend.Program.from_json(text).stages, ("seek", "wander", "locomotion"))
        self.assertEqual(repr(wend.Program(STAGES)), "<wend.Program: seek, wander, locomotion>")

    def test_what_it_says_of_itself(self):
        program = wend.Program(STAGES)
        self.assertTrue(program.draws)
        self.assertFalse(program.looks_at_others)
        uses = {use.name: use for use in program.streams}
        self.assertEqual(uses["target_x"].use, "input")
        self.assertEqual(uses["wander_angle"], wend.StreamUse("wander_angle", np.dtype(np.float32), "state"))
        self.assertEqual(wend.stream_dtypes()["path_distance"], np.float64)

    def test_every_scenario_is_a_program(self):
        paths = wend.Paths([[(0, 0), (10, 0), (10, 10)]])
        scenarios = sorted((SOURCE / "bench/scenarios/behaviours").glob("*.json"))
        self.assertGreater(len(scenarios), 20)
        for scenario in scenarios:
            with self.subTest(scenario.name):
                wend.Program.from_json(scenario.read_text(), paths)

    def test_paths(self):
        square = np.array([(0, 0), (10, 0), (10, 10), (0, 10)])
        paths = wend.Paths([wend.Path(square, closed=True), square[:3], wend.Path(square, offsets=[1, 2])])
        self.assertEqual(len(paths), 3)
        self.assertEqual(paths.length(0), 40)
        self.assertEqual(paths.length(1), 20)
        self.assertAlmostEqual(paths.length(1, "loop"), 20 + 200**0.5, places=5)
        self.assertTrue(np.array_equal(paths.nodes(1), square[:3]))
        program = wend.Program([{"waypoint_advance": {"speed": 3}}], paths)
        del paths
        gc.collect()
        view = program.zeros(2, path=np.array([0, 1], np.int32), direction=np.ones(2, np.int32))
        program.run(view, dt=1.0, count=4)
        self.assertTrue(np.array_equal(view["position_x"], np.array([10, 10], np.float32)))
        self.assertTrue(np.array_equal(view["position_y"], np.array([2, 2], np.float32)))
        self.assertEqual(view["path_distance"].tolist(), [12, 12])


class Refusals(unittest.TestCase):
    def refuses(self, message, code, function, *arguments, **named):
        with self.assertRaises(wend.Error) as caught:
            function(*arguments, **named)
        self.assertIn(message, str(caught.exception))
        self.assertEqual(caught.exception.code, code)
        return caught.exception

    def test_arrays(self):
        good = np.zeros(6, np.float32)
        code = wend.Code
        unaligned = np.frombuffer(bytes(9), np.uint8)[1:].view(np.float32)
        cases = [
            ("vellocity_x", good, "'vellocity_x' is no stream", code.UNKNOWN_STREAM),
            ("velocity_x", [0.0] * 6, "stream velocity_x: a NumPy array is needed, found list", code.BAD_ARGUMENT),
            ("velocity_x", np.zeros(6), "stream velocity_x: dtype is float64, must be float32", code.ELEMENT_TYPE_MISMATCH),
            ("velocity_x", good.astype(">f4"), "stream velocity_x: dtype is >f4, must be float32", code.ELEMENT_TYPE_MISMATCH),
            ("path", np.zeros(6, np.int64), "stream path: dtype is int64, must be int32", code.ELEMENT_TYPE_MISMATCH),
            ("velocity_x", np.zeros((3, 2), np.float32), "stream velocity_x: the array has 2 dimensions, must have 1", code.BAD_ARGUMENT),
            ("velocity_x", good[::2], "stream velocity_x: stride is 8 bytes, must be 4", code.BAD_STRIDE),
            ("velocity_x", good[::-1], "stream velocity_x: stride is -4 bytes, must be 4", code.BAD_STRIDE),
            ("velocity_x", unaligned, "stream velocity_x: the array is not aligned to 4 bytes", code.BAD_ARGUMENT),
        ]
        for name, array, message, expected in cases:
            with self.subTest(message):
                error = self.refuses(message, expected, wend.View, **{name: array})
                self.assertEqual(error.subject, name)
        self.refuses("stream velocity_x is given twice", code.BAD_ARGUMENT, wend.View, {"velocity_x": good}, velocity_x=good)
        self.refuses("first_id is -1", code.BAD_ARGUMENT, wend.View, first_id=-1)

    def test_read_only_arrays_may_be_inputs_alone(self):
        program = wend.Program(STAGES)
        arrays = dict(population())
        arrays["target_x"].flags.writeable = False
        program.run(wend.View(arrays), dt=0.1, tick=0)
        arrays["velocity_x"].flags.writeable = False
        before = {name: array.copy() for name, array in arrays.items()}
        error = self.refuses("velocity_x", wend.Code.READ_ONLY_STREAM, program.run, wend.View(arrays), dt=0.1, tick=1)
        self.assertEqual(error.subject, "velocity_x")
        for name, array in arrays.items():
            self.assertTrue(np.array_equal(array, before[name]), name)

    def test_calls(self):
        program, code = wend.Program(STAGES), wend.Code
        view = population(10)
        cases = [
            ({"dt": 0.1}, "tick", code.MISSING_TICK),
            ({"dt": -1, "tick": 0}, "dt is -1", code.PARAMETER_OUT_OF_RANGE),
            ({"dt": 0.1, "tick": -1}, "tick is -1", code.BAD_ARGUMENT),
            ({"dt": 0.1, "tick": 0, "count": 2**32}, "count is 4294967296", code.BAD_ARGUMENT),
            ({"dt": 0.1, "tick": 0, "seed": 2**64}, "seed is", code.BAD_ARGUMENT),
            ({"dt": 0.1, "tick": 0, "isa": "avx1024"}, 'isa is "avx1024"', code.UNKNOWN_ISA),
            ({"dt": 0.1, "tick": 0, "threads": "many"}, "threads is 'many'", code.BAD_ARGUMENT),
        ]
        for named, message, expected in cases:
            with self.subTest(message):
                self.refuses(message, expected, program.run, view, **named)
        missing = {name: array for name, array in view.items() if name != "target_y"}
        error = self.refuses("target_y", code.MISSING_STREAM, program.run, wend.View(missing), dt=0.1, tick=0)
        self.assertEqual((error.subject, error.stage), ("target_y", 0))
        shorter = {**view, "target_y": np.zeros(9, np.float32)}
        self.refuses("stream target_y has 9 elements, position_x has 10", code.LENGTH_MISMATCH, program.run, wend.View(shorter), dt=0.1, tick=0)

    def test_programs(self):
        code = wend.Code
        self.refuses('did you mean "seek"?', code.BAD_WORDS, wend.Program, [{"seke": {}}])
        self.refuses("weight is 1e+19", code.PARAMETER_OUT_OF_RANGE, wend.Program, [{"seek": {"weight": 1e19}}, STAGES[2]])
        self.refuses("needs a path set", code.BAD_WORDS, wend.Program, [{"waypoint_advance": {}}])
        self.refuses("program:1:1", code.BAD_WORDS, wend.Program.from_json, "seek")
        self.refuses("points have shape (3,)", code.BAD_ARGUMENT, wend.Paths, [[1, 2, 3]])
        self.refuses("point 1", code.BAD_POINT, wend.Paths, [[(0, 0), (np.nan, 0)]])
        self.refuses("path 0", code.EMPTY_PATH, wend.Paths, [[]])
        self.assertTrue(issubclass(wend.Error, ValueError))


class Library(unittest.TestCase):
    def test_structs_lie_as_in_c(self):
        layout = (SOURCE / "tests/c/layout.txt").read_text().splitlines()
        structs = {
            "wend_result": _library.CResult,
            "wend_column": _library.CColumn,
            "wend_view": _library.CView,
            "wend_point": _library.CPoint,
            "wend_path": _library.CPath,
            "wend_stream_use": _library.CStreamUse,
            "wend_ticks": _library.CTicks,
            "wend_execution": _library.CExecution,
        }
        seen = set()
        for line in layout:
            name, *numbers = line.split()
            struct, _, member = name.partition(".")
            if struct not in structs:
                continue
            seen.add(struct)
            if member:
                field = getattr(structs[struct], member)
                self.assertEqual([field.offset, field.size], [int(number) for number in numbers], name)
            else:
                self.assertEqual(ctypes.sizeof(structs[struct]), int(numbers[0]), name)
        self.assertEqual(seen, set(structs))

    def test_codes_are_those_of_c(self):
        header = (SOURCE / "kernels/include/wend/wend.h").read_text()
        codes = header[header.index("typedef int32_t wend_code;"):]
        codes = codes[: codes.index("};")]
        named = {name: int(number) for name, number in re.findall(r"WEND_([A-Z_]+) = (\d+)", codes)}
        self.assertEqual({code.name: code.value for code in wend.Code}, named)

    def test_a_library_that_is_not_there(self):
        environment = {**os.environ, "PYTHONPATH": str(SOURCE / "python"), "WEND_LIBRARY": "/no/such/library.so"}
        failed = subprocess.run([sys.executable, "-B", "-c", "import wend"], env=environment, capture_output=True, text=True)
        self.assertEqual(failed.returncode, 1)
        self.assertIn("ImportError: wend: /no/such/library.so", failed.stderr)
        self.assertIn("set WEND_LIBRARY", failed.stderr)


if __name__ == "__main__":
    unittest.main()
