// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wend/path.hpp"

namespace wend::files {

/// Many lists in one array: a vector or a string for each takes several times what short ones hold.
template <class Elements>
class FlatLists {
  public:
    using Element = typename Elements::value_type;

    [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
    [[nodiscard]] bool empty() const noexcept { return ends_.empty(); }
    [[nodiscard]] std::span<Element> operator[](std::size_t i) noexcept {
        return {elements_.data() + begin_of(i), size_of(i)};
    }
    [[nodiscard]] std::span<const Element> operator[](std::size_t i) const noexcept {
        return {elements_.data() + begin_of(i), size_of(i)};
    }

    /// Begins a list without elements; push_back appends to the last list.
    void begin_list() { ends_.push_back(elements_.size()); }
    void push_back(const Element& element) {
        elements_.push_back(element);
        ends_.back() = elements_.size();
    }
    void add(std::span<const Element> list) {
        elements_.insert(elements_.end(), list.begin(), list.end());
        ends_.push_back(elements_.size());
    }
    void drop_last() {
        ends_.pop_back();
        elements_.resize(ends_.empty() ? 0 : ends_.back());
    }

    /// Drops the lists that are not to be kept.
    void keep(const std::vector<bool>& kept) {
        std::size_t lists = 0;
        std::size_t end = 0;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < kept.size(); ++i) {
            const std::size_t next = ends_[i];
            if (kept[i]) {
                std::copy(elements_.begin() + static_cast<std::ptrdiff_t>(begin),
                          elements_.begin() + static_cast<std::ptrdiff_t>(next),
                          elements_.begin() + static_cast<std::ptrdiff_t>(end));
                end += next - begin;
                ends_[lists++] = end;
            }
            begin = next;
        }
        ends_.resize(lists);
        elements_.resize(end);
    }

  private:
    [[nodiscard]] std::size_t begin_of(std::size_t i) const noexcept { return i == 0 ? 0 : ends_[i - 1]; }
    [[nodiscard]] std::size_t size_of(std::size_t i) const noexcept { return ends_[i] - begin_of(i); }

    Elements elements_;
    std::vector<std::size_t> ends_;
};

/// The points of lines.
class Lines : public FlatLists<std::vector<Point>> {
  public:
    Lines() = default;
    Lines(std::initializer_list<std::initializer_list<Point>> lines) {
        for (const auto& line : lines) add({line.begin(), line.size()});
    }
};

/// Texts that say where something stands in a file.
class Places : private FlatLists<std::string> {
  public:
    using FlatLists::empty;
    using FlatLists::keep;
    using FlatLists::size;
    void add(std::string_view place) { FlatLists::add({place.data(), place.size()}); }
    [[nodiscard]] std::string_view operator[](std::size_t i) const noexcept {
        const std::span<const char> place = FlatLists::operator[](i);
        return {place.data(), place.size()};
    }
};

}  // namespace wend::files
