// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

/// Rows of Google Benchmark beside those of the registry (bench/README.md, "wend_gbench").
namespace wend::bench {

void register_c_call_rows();
void register_detour_rows();
void register_flow_rows();
void register_journal_rows();
void register_locate_rows();
void register_neighbour_rows();
void register_open_rows();
void register_pool_rows();
void register_query_rows();

}  // namespace wend::bench
