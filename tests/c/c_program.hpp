// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "wend/wend.h"

namespace wend::test {

struct DestroyProgram {
    void operator()(wend_program* program) const { wend_program_destroy(program); }
};
using ProgramHandle = std::unique_ptr<wend_program, DestroyProgram>;

}  // namespace wend::test
