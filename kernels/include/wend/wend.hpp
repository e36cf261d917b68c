// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wend/agents.hpp"
#include "wend/approach.hpp"
#include "wend/arrive.hpp"
#include "wend/curve.hpp"
#include "wend/execution.hpp"
#include "wend/flee.hpp"
#include "wend/isa.hpp"
#include "wend/locomotion.hpp"
#include "wend/path.hpp"
#include "wend/path_follow.hpp"
#include "wend/program.hpp"
#include "wend/pursue.hpp"
#include "wend/random.hpp"
#include "wend/retarget_wander.hpp"
#include "wend/seek.hpp"
#include "wend/status.hpp"
#include "wend/streams.hpp"
#include "wend/version.hpp"
#include "wend/wander.hpp"
#include "wend/waypoint_advance.hpp"
