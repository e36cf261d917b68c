// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wend/agents.hpp"
#include "wend/clock.hpp"
#include "wend/curve.hpp"
#include "wend/execution.hpp"
#include "wend/explain.hpp"
#include "wend/first_difference.hpp"
#include "wend/flow_field.hpp"
#include "wend/isa.hpp"
#include "wend/layout.hpp"
#include "wend/obstacles.hpp"
#include "wend/path.hpp"
#include "wend/prepared_run.hpp"
#include "wend/program.hpp"
#include "wend/random.hpp"
#include "wend/snapshot.hpp"
#include "wend/sort_by_cell.hpp"
#include "wend/stage.hpp"
#include "wend/status.hpp"
#include "wend/streams.hpp"
#include "wend/version.hpp"
