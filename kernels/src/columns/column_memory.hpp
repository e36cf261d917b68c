// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "wend/agents.hpp"
#include "wend/status.hpp"

namespace wend::detail {

/// The alignment of addresses and strides, also for doubles.
inline constexpr std::size_t element_alignment = 4;

/// Whether the column's size in bytes fits the address space. A larger length is a mistake (such as size() -
/// 1 of an empty array), and products with it would wrap around.
[[nodiscard]] constexpr bool fits_memory(const Column& column) noexcept {
    constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max();
    return column.count <= most / column.step();
}

/// Whether address and stride of the column are legal; its length is checked elsewhere.
[[nodiscard]] inline Status check_memory(const Column& column, const char* stream) noexcept {
    if (column.stride % element_alignment != 0 || column.step() < size_of(column.element))
        return {.code = Code::bad_stride, .subject = stream, .value = static_cast<double>(column.stride)};
    if (!fits_memory(column))
        return {
            .code = Code::too_many_elements, .subject = stream, .value = static_cast<double>(column.count)};
    const std::uintptr_t above = reinterpret_cast<std::uintptr_t>(column.data) % element_alignment;
    if (above != 0 && column.count != 0)
        return {.code = Code::misaligned,
                .subject = stream,
                .value = static_cast<double>(above),
                .expected = static_cast<double>(element_alignment)};
    return {};
}

/// Whether the view's selection is complete.
[[nodiscard]] inline Status check_selection(const AgentView& agents) noexcept {
    const Selection& selection = agents.selection();
    const auto wrong = [&](const char* what, std::size_t expected) {
        return Status{.code = Code::bad_selection,
                      .subject = what,
                      .value = static_cast<double>(selection.data == nullptr ? 0 : selection.count),
                      .expected = static_cast<double>(expected)};
    };
    const std::size_t words = (agents.size() + 63) / 64;
    const bool missing = selection.data == nullptr && selection.count != 0;
    if (selection.kind == Selection::Kind::bytes && (missing || selection.count != agents.size()))
        return wrong("bytes", agents.size());
    if (selection.kind == Selection::Kind::bits && (missing || selection.count != words))
        return wrong("words of 64 bits", words);
    if (selection.kind == Selection::Kind::slots && missing) return wrong("slots", selection.count);
    return {};
}

/// Whether the view has the stream's elements, one an agent, writable if they are `written`.
[[nodiscard]] inline Status check_column(const AgentView& agents, Stream stream, bool written) noexcept {
    const Column& column = agents.column(stream);
    const char* const subject = name(stream).data();
    if (!agents.has(stream) && agents.size() != 0) return {.code = Code::missing_stream, .subject = subject};
    if (column.count != agents.size())
        return {.code = Code::length_mismatch,
                .subject = subject,
                .other = "position_x",
                .value = static_cast<double>(column.count),
                .expected = static_cast<double>(agents.size())};
    if (Status s = check_memory(column, subject); !s) return s;
    if (column.data == nullptr && column.count != 0)
        return {.code = Code::missing_stream, .subject = subject};
    if (written && !column.writable && column.count != 0)
        return {.code = Code::read_only_stream, .subject = subject};
    return {};
}

}  // namespace wend::detail
