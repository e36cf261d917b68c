// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/bit_compare.hpp"

#include <fmt/format.h>

namespace wend::test {
namespace {

template <class Value, class Bits>
std::string text(const std::byte* bytes) {
    Value value;
    Bits bits;
    std::memcpy(&value, bytes, sizeof value);
    std::memcpy(&bits, bytes, sizeof bits);
    return fmt::format("{} (0x{:0{}x})", value, bits, 2 * sizeof bits);
}

std::string text(ElementType element, const std::byte* bytes) {
    switch (element) {
        case ElementType::f32: return text<float, std::uint32_t>(bytes);
        case ElementType::f64: return text<double, std::uint64_t>(bytes);
        case ElementType::i32: return text<std::int32_t, std::uint32_t>(bytes);
        case ElementType::u32: return text<std::uint32_t, std::uint32_t>(bytes);
    }
    return {};
}

}  // namespace

::testing::AssertionResult same_bits(const Population& expected, const Population& actual) {
    if (expected.size() != actual.size() || expected.streams() != actual.streams())
        return ::testing::AssertionFailure() << "the populations have other sizes or streams";
    std::size_t first = expected.size();
    std::size_t differing = 0;
    Stream first_stream{};
    for (const Stream stream : expected.streams()) {
        const std::size_t width = size_of(info(stream).element);
        if (expected.size() == 0 || std::memcmp(expected.data(stream), actual.data(stream), expected.size() * width) == 0) continue;
        for (std::size_t slot = 0; slot < expected.size(); ++slot) {
            if (std::memcmp(expected.data(stream) + slot * width, actual.data(stream) + slot * width, width) == 0) continue;
            ++differing;
            if (slot >= first) continue;
            first = slot;
            first_stream = stream;
        }
    }
    if (differing == 0) return ::testing::AssertionSuccess();
    const StreamInfo& facts = info(first_stream);
    const std::size_t at = first * size_of(facts.element);
    return ::testing::AssertionFailure() << fmt::format(
               "agent {} of {}, stream {}: expected {}, got {}; {} values differ in all", first, expected.size(), facts.name,
               text(facts.element, expected.data(first_stream) + at), text(facts.element, actual.data(first_stream) + at),
               differing);
}

::testing::AssertionResult same_result(const Result& expected, const Result& actual) {
    if (expected.status.code == actual.status.code && expected.faults == actual.faults &&
        (expected.faults == 0 || expected.first_fault == actual.first_fault))
        return ::testing::AssertionSuccess();
    const auto words = [](const Result& result) {
        return fmt::format("\"{}\", {} faults, the first in slot {}", message(result.status), result.faults, result.first_fault);
    };
    return ::testing::AssertionFailure() << "expected " << words(expected) << "; got " << words(actual);
}

}  // namespace wend::test
