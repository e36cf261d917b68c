// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wend/isa.hpp"

/// Objects that are compiled once per instruction set export one table each. CMake defines WEND_BUILT_ISAS
/// for the sources that look one up (wend_built_isas in kernels/cmake/isas.cmake).
namespace wend::detail {

template <Isa isa, class Table>
struct OfIsa {
    static const Table table;
};

template <Isa... isas>
struct IsaList {
    /// The table of `wanted`; null where that is not built.
    template <class Table>
    static constexpr const Table* find(Isa wanted) {
        const Table* found = nullptr;
        static_cast<void>(((wanted == isas && (found = &OfIsa<isas, Table>::table, true)) || ...));
        return found;
    }
};

#if defined(WEND_BUILT_ISAS)
using BuiltIsas = IsaList<WEND_BUILT_ISAS>;
#endif

}  // namespace wend::detail
