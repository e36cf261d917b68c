// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/this_machine.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <span>
#include <sstream>
#include <string_view>
#include <vector>

#include "bench/cases/machine.hpp"
#include "tools/scenario/checksum.hpp"
#include "tools/support/input_file.hpp"
#include "wend/version.hpp"

namespace wend::perf {
namespace {

std::string first_line(const char* file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

/// The first processor's value in /proc/cpuinfo.
std::string cpuinfo(std::string_view key) {
    std::ifstream stream("/proc/cpuinfo");
    for (std::string line; std::getline(stream, line) && !line.empty();) {
        const std::size_t colon = line.find(':');
        if (line.starts_with(key) && colon != std::string::npos &&
            line.find_last_not_of(" \t", colon - 1) + 1 == key.size())
            return line.substr(std::min(colon + 2, line.size()));
    }
    return {};
}

std::string sorted_words(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    std::sort(words.begin(), words.end());
    return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

Machine this_machine() {
    Machine machine;
    for (const auto& [key, value] : bench::describe_machine_and_build()) {
        if (key == "cpu") machine.cpu = value;
        if (key == "caches") machine.caches = value;
    }
    machine.microcode = cpuinfo("microcode");
    machine.flags = sorted_words(cpuinfo("flags") + cpuinfo("Features"));  // x86's word, and AArch64's
    machine.cores = static_cast<std::uint32_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
    if ((" " + machine.flags + " ").find(" hypervisor ") != std::string::npos) {
        const std::string vendor = first_line("/sys/class/dmi/id/sys_vendor");
        machine.hypervisor = vendor.empty() ? "unknown" : vendor;
    }
    utsname system{};
    if (uname(&system) == 0) machine.kernel = fmt::format("{} {}", system.sysname, system.release);
    return machine;
}

bool is_this_host(const Machine& imported) {
    utsname system{};
    return uname(&system) == 0 && imported.host == system.nodename && imported.cores == this_machine().cores;
}

std::string file_hash(const std::filesystem::path& file) {
    const std::string bytes = support::read_file(file);
    return fmt::format("{:016x}", scenario::checksum(std::as_bytes(std::span(bytes))));
}

Build this_build() {
    const bench::Sources sources = bench::sources();
    Build build{.revision = sources.commit, .parent = sources.parent, .dirty = sources.dirty};
    for (const auto& [key, value] : bench::describe_machine_and_build()) {
        if (key == "compiler") build.compiler = value;
        if (key == "flags") build.flags = value;
    }
    build.executable_hash = file_hash("/proc/self/exe");
    return build;
}

std::string tool_name() { return fmt::format("wend perf {}", version); }

double load_average() {
    double load[1];
    return getloadavg(load, 1) == 1 ? load[0] : 0;
}

}  // namespace wend::perf
