// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "wend/isa.hpp"

/// Objects that are compiled once per instruction set export one table each. CMake defines WEND_BUILT_ISAS
/// for the sources that look one up (wend_built_isas in kernels/cmake/isas.cmake).
namespace wend::detail {

struct KernelTable;

#if defined(__clang__)
// Defined in the object of the instruction set.
#pragma clang diagnostic ignored "-Wundefined-var-template"
#endif

template <Isa isa, class Table>
struct OfIsa {
    static const Table table;
};

template <Isa... isas>
struct IsaList {
    static constexpr bool contain(Isa wanted) { return ((wanted == isas) || ...); }

    /// The table of `wanted`; null where that is not built.
    template <class Table>
    static constexpr const Table* find(Isa wanted) {
        const Table* found = nullptr;
        static_cast<void>(((wanted == isas && (found = &OfIsa<isas, Table>::table, true)) || ...));
        return found;
    }
};

/// The kernels of folder `index` of WEND_KERNELS (kernels/cmake/stages.cmake).
template <Isa isa, std::size_t index>
struct KernelObject {
    static const KernelTable table;
};

#if defined(WEND_BUILT_ISAS)
using BuiltIsas = IsaList<WEND_BUILT_ISAS>;
#endif

}  // namespace wend::detail
