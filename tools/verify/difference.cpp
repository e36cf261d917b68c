// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/verify/difference.hpp"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>

#include "wend/first_difference.hpp"

namespace wend::verify {
namespace {

template <class Value, class Bits>
std::string text(const std::byte* bytes) {
    Value value;
    Bits bits;
    std::memcpy(&value, bytes, sizeof value);
    std::memcpy(&bits, bytes, sizeof bits);
    return fmt::format("0x{:0{}x} ({})", bits, 2 * sizeof bits, value);
}

/// For reading alone.
AgentView view_of(const Population& agents) {
    AgentView view;
    for (const Stream stream : agents.streams())
        static_cast<void>(view.bind(stream, Column{const_cast<std::byte*>(agents.data(stream)), agents.size(),
                                                   info(stream).element, false}));
    return view;
}

}  // namespace

std::string text_of(ElementType element, const std::byte* bytes) {
    switch (element) {
        case ElementType::f32: return text<float, std::uint32_t>(bytes);
        case ElementType::f64: return text<double, std::uint64_t>(bytes);
        case ElementType::i32: return text<std::int32_t, std::uint32_t>(bytes);
        case ElementType::u32: return text<std::uint32_t, std::uint32_t>(bytes);
    }
    return {};
}

std::optional<Difference> first_difference(const Population& expected, const Population& actual) {
    StreamSet streams = 0;
    for (const Stream stream : expected.streams()) streams |= stream_set(stream);
    const auto found = wend::first_difference(streams, view_of(expected), view_of(actual));
    if (!found) throw std::logic_error(message(found.status()));
    if (!*found) return std::nullopt;
    const wend::Difference& first = **found;
    const auto text = [&](std::uint64_t bits) {
        return text_of(info(first.stream).element, reinterpret_cast<const std::byte*>(&bits));
    };
    return Difference{.slot = first.slot,
                      .stream = first.stream,
                      .expected = text(first.a_bits),
                      .actual = text(first.b_bits),
                      .values = first.count};
}

}  // namespace wend::verify
