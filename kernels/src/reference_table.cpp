// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "reference/reference.hpp"

namespace wend::detail {

const KernelTable reference_table{
    {reference::wander, reference::seek, reference::flee, reference::arrive, reference::pursue,
     reference::evade, reference::retarget_wander, reference::path_follow, reference::locomotion,
     reference::waypoint_advance, reference::approach},
    {},
};

}  // namespace wend::detail
