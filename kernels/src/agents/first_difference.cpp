// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/first_difference.hpp"

#include <bit>
#include <cstring>

#include "agents/state_streams.hpp"
#include "columns/column_memory.hpp"
#include "columns/elements.hpp"
#include "number_text.hpp"

namespace wend {
namespace {

double value_of(std::uint64_t bits, ElementType type) {
    const auto word = static_cast<std::uint32_t>(bits);
    switch (type) {
        case ElementType::f32: return static_cast<double>(std::bit_cast<float>(word));
        case ElementType::f64: return std::bit_cast<double>(bits);
        case ElementType::i32: return std::bit_cast<std::int32_t>(word);
        case ElementType::u32: return word;
    }
    return 0;
}

/// Ids that only one view has are not compared, and so not checked yet.
std::uint32_t id_of(const AgentView& agents, std::size_t slot) {
    const bool legal = !agents.has(Stream::id) || detail::check_column(agents, Stream::id, false).ok();
    return legal ? detail::id_at(agents, slot) : agents.first_id() + static_cast<std::uint32_t>(slot);
}

}  // namespace

Expected<std::optional<Difference>> first_difference(StreamSet streams, const AgentView& a,
                                                     const AgentView& b) noexcept {
    if (a.size() != b.size())
        return Status{.code = Code::length_mismatch,
                      .subject = "position_x",
                      .other = "position_x of the other view",
                      .value = static_cast<double>(a.size()),
                      .expected = static_cast<double>(b.size())};
    if (a.has(Stream::id) && b.has(Stream::id)) streams |= stream_set(Stream::id);
    std::optional<Difference> first;
    std::size_t count = 0;
    for (const Stream stream : streams) {
        for (const AgentView* const view : {&a, &b})
            if (Status s = detail::check_column(*view, stream, false); !s) return s;
        const Column& ours = a.column(stream);
        const Column& theirs = b.column(stream);
        if (ours.contiguous() && theirs.contiguous() &&
            (a.size() == 0 || std::memcmp(ours.data, theirs.data, a.size() * size_of(ours.element)) == 0))
            continue;
        for (std::size_t slot = 0; slot < a.size(); ++slot) {
            const std::uint64_t our_bits = detail::bits_at(ours, slot);
            const std::uint64_t their_bits = detail::bits_at(theirs, slot);
            if (our_bits == their_bits) continue;
            ++count;
            if (first && slot >= first->slot) continue;
            first = {.stream = stream,
                     .slot = slot,
                     .id = id_of(a, slot),
                     .a = value_of(our_bits, ours.element),
                     .b = value_of(their_bits, theirs.element),
                     .a_bits = our_bits,
                     .b_bits = their_bits};
        }
    }
    if (first) first->count = count;
    return first;
}

Expected<std::optional<Difference>> first_difference(const Program& program, const AgentView& a,
                                                     const AgentView& b) noexcept {
    return first_difference(detail::state_streams(program), a, b);
}

std::string difference_text(const Difference& difference, std::string_view a, std::string_view b) {
    const std::size_t digits = 2 * size_of(info(difference.stream).element);
    const auto element = [&](double value, std::uint64_t bits) {
        std::string text = ' ' + detail::number_text(value) + " (0x";
        for (std::size_t digit = digits; digit-- > 0;) text += "0123456789abcdef"[bits >> 4 * digit & 15];
        return text + ") ";
    };
    std::string text =
        "agent " + std::to_string(difference.id) + " in slot " + std::to_string(difference.slot) + ", ";
    text.append(name(difference.stream)).append(":");
    text.append(element(difference.a, difference.a_bits)).append(a).append(",");
    text.append(element(difference.b, difference.b_bits)).append(b);
    if (difference.count > 1) text += "; " + std::to_string(difference.count) + " values differ";
    return text;
}

}  // namespace wend
