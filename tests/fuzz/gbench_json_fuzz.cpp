// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Any text as a result of Google Benchmark: a run that a history accepts and that survives export and import,
// or a FileError.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "fuzz/require.hpp"
#include "tools/perf/history/gbench_json.hpp"
#include "tools/perf/history/run_text.hpp"
#include "words/file_error.hpp"

namespace {

using namespace wend::perf;
using wend::fuzz::require;

bool comes_back(const StoredRun& run) try {
    const std::vector<StoredRun> runs = read_history_text(text_head() + text_of(run), "text");
    return runs.size() == 1 && runs[0] == run;
} catch (const wend::words::FileError&) {
    return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) try {
    StoredRun run = read_gbench({reinterpret_cast<const char*>(data), size}, "bench.json").run;
    sort_run(run);
    require(problem(run).empty(), "a history accepts what was read");
    require(comes_back(run), "the run's text is the run");
    return 0;
} catch (const wend::words::FileError&) {
    return 0;
}
