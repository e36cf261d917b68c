// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Any text as a CSV file of paths and as one of agents: rows or a FileError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/require.hpp"
#include "tools/files/agents_csv.hpp"
#include "tools/files/path_csv.hpp"
#include "tools/files/path_file.hpp"
#include "words/file_error.hpp"

namespace {

using namespace wend::files;
using wend::fuzz::require;

void read_paths(const std::string& text, Projection projection) try {
    CsvReader reader(text, "paths.csv");
    const PathFile paths = make_path_file(read_path_csv(reader, projection), "paths.csv", projection);
    for (std::size_t path = 0; path < paths.set.size(); ++path)
        require(paths.set.node_count(path) >= 2, "every path has two distinct points");
} catch (const wend::words::FileError&) {
}

void read_agents(const std::string& text) try {
    CsvReader reader(text, "agents.csv");
    const AgentTable table = read_agents_csv(reader);
    for (std::size_t stream = 0; stream < wend::stream_count; ++stream)
        require(table.columns[stream].size() == (table.given[stream] ? table.count : 0),
                "a value for each agent");
} catch (const wend::words::FileError&) {
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    read_paths(text, Projection::none);
    read_paths(text, Projection::geographic);
    read_agents(text);
    return 0;
}
