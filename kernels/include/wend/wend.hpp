// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

/// \namespace wend
/// Steering for very many agents. Program::build makes a program of stages, AgentView binds the caller's
/// arrays, `run` advances them.
///
/// \mainpage
/// The namespace wend is for C++; wend.h is for C99 and languages that can call C. kernels/docs/tutorial.md
/// in the sources begins with a first program.

#include "wend/agent_index.hpp"
#include "wend/agents.hpp"
#include "wend/assign_formation.hpp"
#include "wend/clock.hpp"
#include "wend/corridor.hpp"
#include "wend/curve.hpp"
#include "wend/execution.hpp"
#include "wend/explain.hpp"
#include "wend/first_difference.hpp"
#include "wend/flow_field.hpp"
#include "wend/flow_planner.hpp"
#include "wend/isa.hpp"
#include "wend/layout.hpp"
#include "wend/measure_progress.hpp"
#include "wend/obstacle_pool.hpp"
#include "wend/obstacles.hpp"
#include "wend/path.hpp"
#include "wend/path_pool.hpp"
#include "wend/prepared_run.hpp"
#include "wend/program.hpp"
#include "wend/random.hpp"
#include "wend/snapshot.hpp"
#include "wend/sort_by_cell.hpp"
#include "wend/stage.hpp"
#include "wend/start_on_paths.hpp"
#include "wend/status.hpp"
#include "wend/streams.hpp"
#include "wend/version.hpp"
