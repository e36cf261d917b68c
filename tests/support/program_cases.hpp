// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "support/population.hpp"
#include "tools/verify/program_cases.hpp"

namespace wend::test {

using bench::build;
using bench::streams_of;
// The programs of `wend verify`.
using verify::case_area;
using verify::program_case;
using verify::program_cases;
using verify::ProgramCase;

}  // namespace wend::test
