// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "c/custom.hpp"
#include "wend/agent_index.hpp"
#include "wend/flow_planner.hpp"
#include "wend/journal.hpp"
#include "wend/obstacle_pool.hpp"
#include "wend/path.hpp"
#include "wend/path_pool.hpp"
#include "wend/prepared_run.hpp"
#include "wend/program.hpp"
#include "wend/wend.h"

struct wend_paths {
    wend::PathSet set;
};

struct wend_path_pool {
    wend::PathPool pool;
    wend_paths paths;
};

struct wend_obstacle_pool {
    wend::ObstaclePool pool;
};

struct wend_agent_index {
    wend::AgentIndex index;
};

struct wend_flow_planner {
    wend::FlowPlanner planner;
};

struct wend_program {
    std::vector<std::unique_ptr<wend::c::CustomCode>> custom;  ///< called by the program's custom stages
    wend::Program program;
};

struct wend_prepared_run {
    wend::PreparedRun run;
};

struct wend_journal {
    std::vector<std::byte> memory;  ///< empty: it is the caller's
    wend_journal_function function;
    void* context;
    std::unique_ptr<wend::JournalWriter> writer;  ///< or the ring
    std::unique_ptr<wend::JournalRing> ring;
};

struct wend_journal_reader {
    std::vector<std::unique_ptr<wend::c::CustomCode>> custom;  ///< called by the program's custom stages
    std::unique_ptr<wend::JournalReader> reader;
    wend::StreamSet changed = 0;  ///< before the call
    std::string damage;
};
