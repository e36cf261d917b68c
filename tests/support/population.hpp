// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "tools/verify/hard_agents.hpp"
#include "wend/wend.hpp"

namespace wend::test {

using bench::Population;
// The agents of `wend verify`.
using verify::bits_of;
using verify::fill;
using verify::make_paths;
using verify::make_short_paths;
using verify::PathsInUse;
using verify::shuffle_ids;
using verify::shuffled;
using verify::signed_value;
using verify::unsigned_value;
using verify::Values;

}  // namespace wend::test
