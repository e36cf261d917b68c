// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

namespace wend::bench {

/// Rows of Google Benchmark for PathSet::locate: `locate/nodes:N`, in sets of 1,000,000 nodes.
void register_locate_rows();

}  // namespace wend::bench
