// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Any text as a result of Google Benchmark: a run that a history stores and returns unchanged, or a
// FileError.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/require.hpp"
#include "tools/perf/history/gbench_json.hpp"
#include "tools/perf/history/history.hpp"
#include "words/file_error.hpp"

namespace {

using namespace wend::perf;
using wend::fuzz::require;

bool comes_back(const StoredRun& run) try {
    History history = History::in_memory();
    return history.load(history.add(run)) == run;
} catch (const wend::words::FileError&) {
    return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) try {
    StoredRun run = read_gbench({reinterpret_cast<const char*>(data), size}, "bench.json").run;
    sort_run(run);
    require(problem(run).empty(), "a history accepts what was read");
    require(comes_back(run), "the stored run is the run");
    return 0;
} catch (const wend::words::FileError&) {
    return 0;
}
