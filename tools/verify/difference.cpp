// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/verify/difference.hpp"

#include <fmt/format.h>

#include <cstring>

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
    const std::size_t size = expected.size();
    Difference first{.slot = size};
    for (const Stream stream : expected.streams()) {
        const ElementType element = info(stream).element;
        const std::size_t width = size_of(element);
        const std::byte* const left = expected.data(stream);
        const std::byte* const right = actual.data(stream);
        if (size == 0 || std::memcmp(left, right, size * width) == 0) continue;
        for (std::size_t slot = 0; slot < size; ++slot) {
            const std::size_t at = slot * width;
            if (std::memcmp(left + at, right + at, width) == 0) continue;
            ++first.values;
            if (slot >= first.slot) continue;
            first.slot = slot;
            first.stream = stream;
            first.expected = text_of(element, left + at);
            first.actual = text_of(element, right + at);
        }
    }
    if (first.values == 0) return std::nullopt;
    return first;
}

}  // namespace wend::verify
