// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "support/population.hpp"
#include "tools/verify/program_cases.hpp"

namespace wend::test {

// The programs of `wend verify`.
using verify::build;
using verify::case_area;
using verify::program_case;
using verify::program_cases;
using verify::ProgramCase;
using verify::streams_of;

}  // namespace wend::test
