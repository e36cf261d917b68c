// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/setting.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench/loops/tutorial_loop.hpp"
#include "bench/rivals/rival.hpp"

namespace wend::bench {

Lines describe_setting() {
    Lines lines = describe_machine_and_build();
    lines.emplace_back("tutorial", fmt::format("{}: {} {} or {}", tutorial::source_file, WEND_BENCH_COMPILER,
                                               tutorial::loop_o2.flags, tutorial::loop_o3.flags));
    for (const rivals::Rival& rival : rivals::all())
        lines.emplace_back(
            rival.name, std::string(rival.how) + (rival.can_run() ? "" : " (this processor cannot run it)"));
    for (const rivals::Absent& rival : rivals::absent())
        lines.emplace_back(rival.name, fmt::format("not built: {}", rival.why));
    return lines;
}

Lines short_setting() {
    Lines lines = describe_machine_and_build();
    std::erase_if(lines, [](const auto& line) {
        const std::string& what = line.first;
        return what != "cpu" && what != "caches" && what != "hardware_threads" && what != "compiler" &&
               what != "wend" && what != "date";
    });
    return lines;
}

std::string setting_text() {
    std::string text;
    for (const auto& [what, how] : describe_setting()) text += fmt::format("{:<18} {}\n", what, how);
    return text;
}

std::string build_of_rival(std::string_view name) {
    const std::string key = std::string(name.starts_with("tutorial") ? "tutorial" : name) + "_";
    for (const auto& [what, how] : describe_setting())
        if (key.starts_with(std::string(what) + "_")) return how;  // behind it comes the form
    return {};
}

void add_benchmark_context() {
    const Sources built_from = sources();
    benchmark::AddCustomContext("commit", built_from.commit);
    benchmark::AddCustomContext("parent", built_from.parent);
    benchmark::AddCustomContext("dirty", built_from.dirty ? "yes" : "no");
    for (const auto& [what, how] : describe_setting())
        if (what != "caches" && what != "date") benchmark::AddCustomContext(what, how);
}

}  // namespace wend::bench
