// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/count/function_counts.hpp"
#include "tools/perf/history/run.hpp"
#include "tools/perf/measure/worker_protocol.hpp"

namespace wend::perf {

struct SliceTime {
    double wall;  ///< nanoseconds
    double cpu;
    double
        switches;  ///< how often the system took a processor from the process; 0 where a worker does not say
};

/// A build's worker (worker_protocol.hpp), started with the object and ended with it. Anything but an answer
/// is a support::MisuseError that names the executable.
class WorkerProcess {
  public:
    /// `padding` bytes more of environment move the process's stack.
    WorkerProcess(const std::filesystem::path& executable, std::size_t padding);
    /// Started from `file`, which may be gone afterwards; messages name `executable`.
    WorkerProcess(std::filesystem::path executable, const std::filesystem::path& file, std::size_t padding);
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    [[nodiscard]] Build about();  ///< its answer to `about`, and the executable's hash
    [[nodiscard]] std::vector<std::string> list();
    /// The cases that are compared by default; all cases of an older build, which has no such list.
    [[nodiscard]] std::vector<std::string> suite();
    [[nodiscard]] std::vector<ExactNumber> exact();  ///< none of an older build
    /// `agents` 0: those of the name.
    void open(const std::string& name, std::size_t agents, std::size_t offset);
    [[nodiscard]] double pilot();                     ///< nanoseconds a call, roughly
    [[nodiscard]] count::FunctionCounts functions();  ///< instructions alone, of one call
    [[nodiscard]] SliceTime slice(std::uint64_t calls);

    [[nodiscard]] pid_t process() const noexcept { return process_; }

  private:
    void end();
    void tell(const std::string& request);
    [[nodiscard]] std::string hear();
    /// The lines that answer a request, up to "end", each without its first word; none when the worker does
    /// not know the request.
    [[nodiscard]] std::optional<std::vector<std::string>> ask_lines(const std::string& request,
                                                                    const std::string& first_word);
    [[nodiscard]] std::string ask(const std::string& request, const std::string& answer_word);
    [[noreturn]] void fail(const std::string& problem) const;
    [[nodiscard]] std::string how_it_ended();

    std::filesystem::path executable_;
    std::string doing_;  ///< for messages: the case that is open
    std::string heard_;  ///< bytes that came after the last whole line
    pid_t process_ = -1;
    int socket_ = -1;
};

}  // namespace wend::perf
