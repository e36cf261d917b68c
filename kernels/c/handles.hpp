// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wend/path.hpp"
#include "wend/program.hpp"
#include "wend/wend.h"

struct wend_paths {
    wend::PathSet set;
};

struct wend_program {
    wend::Program program;
};
