// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Moves a fixed population of 20,000 agents with the wend in this object, on the default instruction set,
/// and returns the state hash. `threading` is a wend::Threading. A C function, so that dlsym finds it.
extern "C" __attribute__((visibility("default"))) std::uint64_t host_copy_hash(int threading);

namespace wend::test {
using HostCopyHash = std::uint64_t (*)(int);
inline constexpr const char* host_copy_hash_name = "host_copy_hash";
}  // namespace wend::test
