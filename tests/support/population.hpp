// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "tools/verify/population.hpp"

namespace wend::test {

// The populations of `wend verify`.
using verify::bits_of;
using verify::fill;
using verify::make_paths;
using verify::make_short_paths;
using verify::PathsInUse;
using verify::Population;
using verify::shuffle_ids;
using verify::shuffled;
using verify::signed_value;
using verify::unsigned_value;
using verify::Values;

}  // namespace wend::test
