// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#if defined(__linux__)
#include <sched.h>
#endif

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>

namespace wend::bench {

/// The processors' time that one control group grants, as a number of processors; none without a limit.
[[nodiscard]] inline std::optional<double> processors_of_group(const std::filesystem::path& group) {
    const auto number = [](const std::filesystem::path& file) {
        double value = 0;
        return std::ifstream(file) >> value ? value : 0;
    };
    double quota = 0, period = 0;
    if (std::ifstream unified(group / "cpu.max"); unified) {
        unified >> quota >> period;  // "max" is no number
    } else {
        quota = number(group / "cpu.cfs_quota_us");
        period = number(group / "cpu.cfs_period_us");
    }
    if (!(quota > 0) || !(period > 0)) return std::nullopt;
    return quota / period;
}

/// The same of a process: the least of its group and those above. `membership` is the text of
/// /proc/PID/cgroup, `mount` the folder of all groups.
[[nodiscard]] inline std::optional<double> processors_of_groups(const std::string& membership,
                                                                const std::filesystem::path& mount) {
    std::optional<double> least;
    std::istringstream lines(membership);
    for (std::string line;
         std::getline(lines, line);) {  // NUMBER:CONTROLLERS:PATH; of version 2 no controllers
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        if (!controllers.empty() && ("," + controllers + ",").find(",cpu,") == std::string::npos) continue;
        for (std::filesystem::path path = line.substr(second + 1);; path = path.parent_path()) {
            const std::optional<double> here =
                processors_of_group(mount / controllers / path.relative_path());
            if (here && (!least || *here < *least)) least = here;
            if (!path.has_relative_path()) break;
        }
    }
    return least;
}

/// How many threads of this process can run at the same time: the processors of its affinity mask, or as many
/// as its control groups grant time for.
[[nodiscard]] inline unsigned usable_threads() {
    unsigned count = std::max(1u, std::thread::hardware_concurrency());
#if defined(__linux__)
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        count = std::min(count, static_cast<unsigned>(CPU_COUNT(&allowed)));
    std::ifstream file("/proc/self/cgroup");
    const std::string membership{std::istreambuf_iterator<char>(file), {}};
    if (const std::optional<double> granted = processors_of_groups(membership, "/sys/fs/cgroup"))
        count = std::min(count, static_cast<unsigned>(std::max(1.0, std::ceil(*granted))));
#endif
    return count;
}

}  // namespace wend::bench
