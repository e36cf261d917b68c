// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "reference.hpp"

namespace wend::detail {

const KernelTable reference_table{
    {reference::wander, reference::seek, reference::locomotion, reference::waypoint_advance},
    {},
};

}  // namespace wend::detail
