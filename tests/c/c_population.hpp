// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tests/c/c_program.hpp"
#include "wend/wend.h"

namespace wend::test {

/// Agents that seek and wander, in arrays of their own.
struct CPopulation {
    struct Row {
        const char* name;
        std::vector<float> memory;
    };
    std::vector<Row> rows;
    std::uint32_t first_id;

    CPopulation(std::size_t count, std::uint32_t id) : first_id(id) {
        float phase = 0;
        for (const char* const name : {"position_x", "position_y", "velocity_x", "velocity_y", "target_x",
                                       "target_y", "wander_angle"}) {
            Row row{name, std::vector<float>(count)};
            ++phase;
            for (std::size_t i = 0; i < count; ++i)
                row.memory[i] = 10 * std::sin(phase + 0.37f * static_cast<float>(i));
            rows.push_back(std::move(row));
        }
    }

    std::vector<float>& operator[](std::string_view name) {
        for (Row& row : rows)
            if (row.name == name) return row.memory;
        return rows.front().memory;
    }
};

/// A view of them for the C interface. The population must outlive it.
struct Columns {
    std::vector<wend_column> columns;
    wend_view view WEND_VIEW_INIT;

    explicit Columns(CPopulation& agents) {
        for (CPopulation::Row& row : agents.rows)
            columns.push_back(WEND_COLUMN(row.name, row.memory.data(), row.memory.size(), WEND_F32));
        view.columns = columns.data();
        view.column_count = columns.size();
        view.first_id = agents.first_id;
    }
    Columns(const Columns&) = delete;
    Columns& operator=(const Columns&) = delete;

    wend_column& operator[](const char* name) {
        for (wend_column& column : columns)
            if (column.stream == wend_find_stream(name)) return column;
        return columns.front();
    }
};

}  // namespace wend::test
