// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wend/execution.hpp"

namespace wend::detail {

/// A zone of the caller's profiler, for the object's lifetime.
class Zone {
  public:
    Zone(const Profiler& profiler, const char* name) : profiler_(profiler) {
        if (profiler_.begin != nullptr) [[unlikely]]
            profiler_.begin(profiler_.context, name);
    }
    ~Zone() {
        if (profiler_.end != nullptr) [[unlikely]]
            profiler_.end(profiler_.context);
    }
    Zone(const Zone&) = delete;
    Zone& operator=(const Zone&) = delete;

  private:
    const Profiler& profiler_;
};

}  // namespace wend::detail
