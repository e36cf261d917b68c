// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "c/refusal.hpp"
#include "wend/obstacles.hpp"
#include "wend/path.hpp"
#include "wend/rectangle.hpp"
#include "wend/wend.h"

namespace wend::c {

/// A public struct's name in messages, and its size in the first version that had it, which never changes: a
/// caller compiled with that version passes that size. New members are appended.
template <class Struct>
struct FirstVersion;
#define WEND_FIRST_VERSION(type, bytes, bytes_of_32_bits)                                    \
    template <>                                                                              \
    struct FirstVersion<type> {                                                              \
        static constexpr const char* name = #type;                                           \
        static constexpr std::uint32_t size = sizeof(void*) == 8 ? bytes : bytes_of_32_bits; \
        static_assert(sizeof(type) >= size && size % alignof(type) == 0);                    \
    }
WEND_FIRST_VERSION(wend_chunk, 40, 24);
WEND_FIRST_VERSION(wend_path_pool_size, 24, 24);
WEND_FIRST_VERSION(wend_clock, 24, 24);
WEND_FIRST_VERSION(wend_column, 40, 28);
WEND_FIRST_VERSION(wend_custom, 56, 32);
WEND_FIRST_VERSION(wend_execution, 64, 44);
WEND_FIRST_VERSION(wend_flow_field, 64, 56);
WEND_FIRST_VERSION(wend_flow_goals, 96, 80);
WEND_FIRST_VERSION(wend_index_options, 48, 48);
WEND_FIRST_VERSION(wend_journal_call, 72, 72);
WEND_FIRST_VERSION(wend_journal_options, 40, 28);
WEND_FIRST_VERSION(wend_journal_stage, 32, 20);
WEND_FIRST_VERSION(wend_layout, 24, 16);
WEND_FIRST_VERSION(wend_obstacle_pool_size, 64, 64);
WEND_FIRST_VERSION(wend_parameter, 64, 56);
WEND_FIRST_VERSION(wend_path, 40, 24);
WEND_FIRST_VERSION(wend_place, 40, 32);
WEND_FIRST_VERSION(wend_progress_counts, 32, 32);
WEND_FIRST_VERSION(wend_progress_rule, 16, 16);
WEND_FIRST_VERSION(wend_query_points, 40, 24);
WEND_FIRST_VERSION(wend_query_rays, 64, 40);
WEND_FIRST_VERSION(wend_result, 616, 608);
WEND_FIRST_VERSION(wend_stage, 40, 24);
WEND_FIRST_VERSION(wend_stream_use, 24, 20);
WEND_FIRST_VERSION(wend_ticks, 32, 32);
WEND_FIRST_VERSION(wend_view, 24, 16);
WEND_FIRST_VERSION(wend_view_options, 40, 24);
#undef WEND_FIRST_VERSION

/// The size in a caller's struct; refuses null and sizes that no version had.
template <class Struct>
std::uint32_t given_size(const Struct* given) {
    constexpr const char* name = FirstVersion<Struct>::name;
    if (given == nullptr) refuse(WEND_BAD_ARGUMENT, name, {name, " is NULL"});
    const std::uint32_t size = given->struct_size;
    if (size < FirstVersion<Struct>::size || size % alignof(Struct) != 0 || size > 65'536)
        refuse(WEND_BAD_ARGUMENT, name,
               {name, ": struct_size is ", std::to_string(size), ", must be ", std::to_string(sizeof(Struct)),
                ": begin with the struct's initialiser"});
    return size;
}

/// Converts a caller's struct of any version to this library's: members that the caller's version lacks are
/// 0; unknown members are refused unless they are 0.
template <class Struct>
class Known {
  public:
    explicit Known(const Struct* given) {
        const std::uint32_t size = given_size(given);
        if (size == sizeof(Struct)) {
            known_ = given;
            return;
        }
        const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
        for (std::size_t i = sizeof(Struct); i < size; ++i)
            if (bytes[i] != 0) {
                constexpr const char* name = FirstVersion<Struct>::name;
                refuse(WEND_BAD_ARGUMENT, name,
                       {name, ": a member behind the first ", std::to_string(sizeof(Struct)),
                        " bytes is set, which version ", wend_version(), " of the library does not know"});
            }
        std::memset(copy_, 0, sizeof(Struct));
        std::memcpy(copy_, given, std::min<std::size_t>(size, sizeof(Struct)));
        known_ = reinterpret_cast<const Struct*>(copy_);
    }
    Known(const Known&) = delete;
    Known& operator=(const Known&) = delete;

    const Struct* operator->() const noexcept { return known_; }
    const Struct& operator*() const noexcept { return *known_; }

  private:
    const Struct* known_;
    alignas(Struct) unsigned char copy_[sizeof(Struct)];  // not used if the sizes are equal
};

/// An array of structs; the distance of its elements is the size in the first one.
template <class Struct>
class Elements {
  public:
    Elements(const char* array, const Struct* first, std::size_t count)
        : array_(array), first_(reinterpret_cast<const unsigned char*>(first)) {
        if (count == 0) return;
        if (first == nullptr) refuse(WEND_BAD_ARGUMENT, array, {array, " is NULL"});
        size_ = given_size(first);
    }

    [[nodiscard]] Known<Struct> operator[](std::size_t index) const {
        const auto* const element = reinterpret_cast<const Struct*>(first_ + index * size_);
        if (element->struct_size != size_)
            refuse(WEND_BAD_ARGUMENT, array_,
                   {array_, "[", std::to_string(index), "]: struct_size is ",
                    std::to_string(element->struct_size), ", that of the first is ", std::to_string(size_)});
        return Known<Struct>(element);
    }

  private:
    const char* array_;
    const unsigned char* first_;
    std::size_t size_ = 0;
};

/// Calls `each(index, element)` for each of them.
template <class Struct, class Each>
void for_each(const char* array, const Struct* first, std::size_t count, const Each& each) {
    const Elements<Struct> elements(array, first, count);
    for (std::size_t i = 0; i < count; ++i) {
        const Known<Struct> known = elements[i];
        each(i, *known);
    }
}

inline void require_zero(const char* member, std::uint32_t value) {
    if (value != 0) refuse(WEND_BAD_ARGUMENT, member, {member, " is ", std::to_string(value), ", must be 0"});
}
inline bool read_flag(const char* member, std::uint32_t value) {
    if (value > 1)
        refuse(WEND_BAD_ARGUMENT, member, {member, " is ", std::to_string(value), ", must be 0 or 1"});
    return value == 1;
}
inline void require(const char* argument, const void* pointer) {
    if (pointer == nullptr) refuse(WEND_BAD_ARGUMENT, argument, {argument, " is NULL"});
}
/// The element size of arrays that the library reads in place.
inline void require_aligned(const char* argument, const void* pointer, std::size_t alignment) {
    const std::uintptr_t above = reinterpret_cast<std::uintptr_t>(pointer) % alignment;
    const std::string multiple = std::to_string(alignment);
    if (above != 0)
        refuse(WEND_MISALIGNED, argument,
               {argument, " begins ", std::to_string(above), " bytes above a multiple of ", multiple,
                ", must begin at one"});
}

static_assert(sizeof(wend_point) == sizeof(Point) && alignof(wend_point) == alignof(Point));
/// The caller's points, in place.
inline std::span<const Point> points_of(const char* argument, const wend_point* points, std::size_t count) {
    if (count != 0) require(argument, points);
    return {reinterpret_cast<const Point*>(points), count};
}

inline float rounded(double value) { return static_cast<float>(value); }

/// Of min_x, min_y, max_x and max_y.
inline Rectangle read_area(const double* area) {
    return {rounded(area[0]), rounded(area[1]), rounded(area[2]), rounded(area[3])};
}

/// A pool in the caller's memory, or without any in its own.
template <class Pool, class Size>
auto create_pool(const Size& size, void* memory, std::size_t bytes) {
    if (bytes != 0) require("memory", memory);
    return memory == nullptr ? Pool::create(size)
                             : Pool::create(size, std::span(static_cast<std::byte*>(memory), bytes));
}

/// The caller's obstacle, in the floats of the kernels.
inline Obstacle read_obstacle(const wend_obstacle* given) {
    require("obstacle", given);
    return {.from_x = rounded(given->from_x),
            .from_y = rounded(given->from_y),
            .to_x = rounded(given->to_x),
            .to_y = rounded(given->to_y),
            .radius = rounded(given->radius),
            .velocity_x = rounded(given->velocity_x),
            .velocity_y = rounded(given->velocity_y)};
}

}  // namespace wend::c
