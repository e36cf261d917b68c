// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <vector>

namespace wend::perf {

/// A process on every core that copies memory in bursts, until the object is destroyed: a busy machine.
class MemoryHogs {
  public:
    MemoryHogs();
    ~MemoryHogs();
    MemoryHogs(const MemoryHogs&) = delete;
    MemoryHogs& operator=(const MemoryHogs&) = delete;

  private:
    std::vector<pid_t> processes_;
};

}  // namespace wend::perf
