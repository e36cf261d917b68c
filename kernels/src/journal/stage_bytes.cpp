// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "journal/stage_bytes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace wend::detail {
namespace {

/// The form of a parameter in a journal.
enum class Form : std::uint8_t {
    none,
    number,
    whole,
    truth,
    word,
    target_streams,
    target_point,
    rectangle,
    set,
    pool,  ///< a set that changes
    known  ///< a set that the reader has, by its place
};

/// Calls visit(number, set) for the parameters of a stage that are sets.
template <class AnyStage, class Visit>
void for_each_set(AnyStage& stage, const Visit& visit) {
    std::visit(
        [&]<class S>(S& one) {
            std::uint8_t number = 0;
            const auto visit_one = [&](auto& member) {
                if constexpr (is_set<std::remove_cvref_t<decltype(member)>>) visit(number, member);
                ++number;
            };
            std::apply([&](const auto&... parameter) { (visit_one(one.*parameter.member), ...); },
                       S::parameters());
        },
        stage);
}

void write_form(BlockWriter& to, Form form) noexcept { to.word(static_cast<std::uint8_t>(form)); }

template <class E>
std::string_view word_of(E value) noexcept {
    for (const auto& word : words_of(E{}))
        if (word.value == value) return word.name;
    return {};
}

void write_value(BlockWriter& to, float value) noexcept {
    write_form(to, Form::number);
    to.number(value);
}
void write_value(BlockWriter& to, std::uint32_t value) noexcept {
    write_form(to, Form::whole);
    to.word(value);
}
void write_value(BlockWriter& to, bool value) noexcept {
    write_form(to, Form::truth);
    to.word(static_cast<std::uint8_t>(value));
}
void write_value(BlockWriter& to, const Target& target) noexcept {
    write_form(to, target.point ? Form::target_point : Form::target_streams);
    if (!target.point) return to.text(word_of(target.streams));
    to.number(target.point->x);
    to.number(target.point->y);
}
void write_area(BlockWriter& to, const Rectangle& area) noexcept {
    for (const float side : {area.min_x, area.min_y, area.max_x, area.max_y}) to.number(side);
}
void write_value(BlockWriter& to, const Rectangle& area) noexcept {
    write_form(to, Form::rectangle);
    write_area(to, area);
}
template <class T>
requires is_set<T>
void write_value(BlockWriter& to, const T& set) noexcept {
    write_form(to, version_of(set) == 0 ? Form::set : Form::pool);
    write_set(to, set);
}
template <class E>
requires std::is_enum_v<E>
void write_value(BlockWriter& to, E value) noexcept {
    write_form(to, Form::word);
    to.text(word_of(value));
}
template <class T>
void write_value(BlockWriter& to, const std::optional<T>& value) noexcept {
    value ? write_value(to, *value) : write_form(to, Form::none);
}

/// Reads a parameter of the form that was written.
class ValueReader {
  public:
    ValueReader(BlockReader& from, Form form, std::span<const Stage> known) noexcept
        : from_(from), form_(form), known_(known) {}

    bool read(float& value) {
        if (form_ != Form::number) return false;
        value = from_.number();
        return true;
    }
    bool read(std::uint32_t& value) {
        if (form_ != Form::whole) return false;
        value = from_.word<std::uint32_t>();
        return true;
    }
    bool read(bool& value) {
        if (form_ != Form::truth) return false;
        value = from_.word<std::uint8_t>() != 0;
        return true;
    }
    bool read(Target& target) {
        if (form_ == Form::target_point) {
            const float x = from_.number();
            target = Target(x, from_.number());
            return true;
        }
        if (form_ != Form::target_streams) return false;
        target = {};
        return read_word(target.streams);
    }
    bool read(Rectangle& area) {
        if (form_ != Form::rectangle) return false;
        read_area(area);
        return true;
    }
    template <class T>
    requires is_set<T>
    bool read(T& set) {
        if (form_ == Form::known) return read_known(set);
        return (form_ == Form::set || form_ == Form::pool) && read_set(from_, form_ == Form::pool, set);
    }
    template <class E>
    requires std::is_enum_v<E>
    bool read(E& value) { return form_ == Form::word && read_word(value); }
    template <class T>
    bool read(std::optional<T>& value) {
        if (form_ != Form::none) return read(value.emplace());
        value.reset();
        return true;
    }

  private:
    template <class T>
    bool read_known(T& set) {
        const auto stage = from_.word<std::uint8_t>();
        const auto parameter = from_.word<std::uint8_t>();
        bool found = false;
        if (stage >= known_.size()) return false;
        for_each_set(known_[stage], [&](std::uint8_t number, const auto& one) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(one)>, T>) {
                if (number != parameter) return;
                set = one;
                found = true;
            }
        });
        return found;
    }
    void read_area(Rectangle& area) {
        for (float* const side : {&area.min_x, &area.min_y, &area.max_x, &area.max_y}) *side = from_.number();
    }
    template <class E>
    bool read_word(E& value) {
        const std::string text = from_.text();
        for (const auto& word : words_of(E{}))
            if (text == word.name) {
                value = word.value;
                return true;
            }
        return false;
    }

    BlockReader& from_;
    Form form_;
    std::span<const Stage> known_;
};

template <class S>
inline constexpr bool is_custom_stage = std::is_same_v<S, CustomForce> || std::is_same_v<S, CustomLocomotion>;

template <class S>
bool read_parameters(BlockReader& from, S& stage, std::span<const Stage> known, std::string& message) {
    const std::size_t count = from.count_of(2, 255);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name = from.text();
        ValueReader reader(from, static_cast<Form>(from.word<std::uint8_t>()), known);
        bool found = false, read = false;
        const auto try_one = [&](const auto& parameter) {
            if (name != parameter.name) return;
            found = true;
            read = reader.read(stage.*parameter.member);
        };
        std::apply([&](const auto&... parameter) { (try_one(parameter), ...); }, S::parameters());
        if (read && !from.failed()) continue;
        message = "has the " + std::string(found ? "damaged" : "unknown") + " parameter \"" + name +
                  "\" of the stage " + std::string(S::name);
        return false;
    }
    return !from.failed();
}

/// In place of code that is not there; never called.
template <class S>
inline constexpr auto no_code =
    [](void*, const CustomCall&) -> std::conditional_t<std::is_same_v<S, CustomForce>, bool, void> {
    if constexpr (std::is_same_v<S, CustomForce>) return false;
};

/// A stage of the kind S, whose name was read.
template <class S>
std::optional<Stage> read_stage_of(BlockReader& from, const CustomStages& custom,
                                   std::span<const Stage> known, std::string& message) {
    S stage{};
    if constexpr (is_custom_stage<S>) {
        const std::string name = from.text();
        const NamedStage* given = nullptr;
        for (const NamedStage& one : custom.given)
            if (one.name == name && std::holds_alternative<S>(one.stage)) given = &one;
        if (given != nullptr) {
            stage = std::get<S>(given->stage);
        } else if (custom.missing != nullptr) {
            stage.function = no_code<S>;
            if (std::ranges::find(*custom.missing, name) == custom.missing->end())
                custom.missing->push_back(name);
        } else {
            message = "needs the " + std::string(S::name) + " \"" + name + "\", which only its program has";
            return std::nullopt;
        }
    }
    if (!read_parameters(from, stage, known, message)) return std::nullopt;
    return stage;
}

template <std::size_t... kind>
std::optional<Stage> read_any(BlockReader& from, const CustomStages& custom, std::span<const Stage> known,
                              std::string& message, std::index_sequence<kind...>) {
    const std::string name = from.text();
    std::optional<Stage> read;
    const bool is_stage =
        ((std::variant_alternative_t<kind, Stage>::name == name &&
          ((read = read_stage_of<std::variant_alternative_t<kind, Stage>>(from, custom, known, message)),
           true)) ||
         ...);
    if (!is_stage) message = "has the unknown stage \"" + name + "\"";
    return read;
}

// Values are the same if their bits are, sets if they share their data.
template <class T>
bool same(const T& a, const T& b) noexcept {
    return a == b;
}
bool same(float a, float b) noexcept {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}
bool same(const Target& a, const Target& b) noexcept {
    if (a.point.has_value() != b.point.has_value()) return false;
    return a.point ? same(a.point->x, b.point->x) && same(a.point->y, b.point->y) : a.streams == b.streams;
}
bool same(const Rectangle& a, const Rectangle& b) noexcept {
    return same(a.min_x, b.min_x) && same(a.min_y, b.min_y) && same(a.max_x, b.max_x) &&
           same(a.max_y, b.max_y);
}
template <class T>
requires is_set<T>
bool same(const T& a, const T& b) noexcept { return identity(a) == identity(b); }
template <class T>
bool same(const std::optional<T>& a, const std::optional<T>& b) noexcept {
    return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

/// Of a value's bytes in a journal.
template <class T>
std::uint64_t sum_of(const T& value) {
    std::uint64_t sum = 0;
    const auto add = [](void* context, std::span<const std::byte> block) {
        auto& total = *static_cast<std::uint64_t*>(context);
        total = checksum_of(block, total);
        return true;
    };
    std::vector<std::byte> memory(4096);
    BlockWriter to({add, &sum}, memory);
    write_value(to, value);
    to.flush();
    return sum;
}

/// Writes a set, or the place at which the reader has it.
template <class T>
void write_parameter(BlockWriter& to, const T& value, SetPlace place, KnownSets& sets) {
    if constexpr (is_set<T>) {
        const KnownSets::Known* const before = sets.find(identity(value));
        if (before != nullptr) {
            write_form(to, Form::known);
            to.word(before->place.stage);
            to.word(before->place.parameter);
            const KnownSets::Known copy = *before;
            KnownSets::Known& here = sets.at(place);
            here = copy;
            here.place = place;
            return;
        }
        sets.at(place) = {place, identity(value), sets.next_number(), version_of(value)};
    }
    write_value(to, value);
}

}  // namespace

void write_stage(BlockWriter& to, std::size_t number, const Stage& stage, std::string_view custom,
                 KnownSets& sets) {
    SetPlace place{static_cast<std::uint8_t>(number), 0};
    const auto write = [&](std::string_view name, const auto& value) {
        to.text(name);
        write_parameter(to, value, place, sets);
        ++place.parameter;
    };
    std::visit(
        [&]<class S>(const S& one) {
            to.text(S::name);
            if constexpr (is_custom_stage<S>) to.text(custom);
            std::apply(
                [&](const auto&... parameter) {
                    to.count(sizeof...(parameter));
                    (write(parameter.name, one.*parameter.member), ...);
                },
                S::parameters());
        },
        stage);
}

std::optional<Stage> read_stage(BlockReader& from, const CustomStages& custom, std::span<const Stage> known,
                                std::string& message) {
    return read_any(from, custom, known, message, std::make_index_sequence<stage_kind_count>());
}

void write_changed_sets(BlockWriter& to, std::span<const Stage> stages, KnownSets& sets) noexcept {
    for (std::size_t i = 0; i < stages.size(); ++i)
        for_each_set(stages[i], [&](std::uint8_t parameter, const auto& set) {
            const KnownSets::Known& known = sets.at({static_cast<std::uint8_t>(i), parameter});
            if (known.version == 0 || !sets.is_first(known)) return;
            const std::uint64_t now = version_of(set);
            if (now == known.version) return;
            to.word(static_cast<std::uint8_t>(i));
            to.word(parameter);
            write_changes(to, set, known.version);
            sets.set_version(known.number, now);
        });
    to.word(end_of_list);
}

bool read_changed_sets(BlockReader& from, std::span<Stage> stages) {
    while (!from.failed()) {
        const auto stage = from.word<std::uint8_t>();
        if (stage == end_of_list) return true;
        if (stage >= stages.size()) return false;
        const auto parameter = from.word<std::uint8_t>();
        bool read = false;
        for_each_set(stages[stage], [&](std::uint8_t number, auto& set) {
            if (number != parameter) return;
            const auto before = set;
            auto after = set;
            read = read_changes(from, after);
            for (Stage& one : stages)
                for_each_set(one, [&](std::uint8_t, auto& other) {
                    if constexpr (std::is_same_v<decltype(other), decltype(set)>)
                        if (same(other, before)) other = after;
                });
        });
        if (!read) return false;
    }
    return false;
}

bool same_parameters(const Stage& a, const Stage& b) noexcept {
    return std::visit(
        [&]<class S>(const S& one) {
            const S* const other = std::get_if<S>(&b);
            return other != nullptr &&
                   std::apply(
                       [&](const auto&... parameter) {
                           return (same(one.*parameter.member, other->*parameter.member) && ...);
                       },
                       S::parameters());
        },
        a);
}

bool is_custom(const Stage& stage) noexcept {
    return std::visit([]<class S>(const S&) { return is_custom_stage<S>; }, stage);
}

std::string_view first_other_parameter(const Stage& a, const Stage& b) {
    return std::visit(
        [&]<class S>(const S& one) -> std::string_view {
            const S* const other = std::get_if<S>(&b);
            if (other == nullptr) return "kind";
            std::string_view first;
            const auto compare = [&](const auto& parameter) {
                if (first.empty() && sum_of(one.*parameter.member) != sum_of(other->*parameter.member))
                    first = parameter.name;
            };
            std::apply([&](const auto&... parameter) { (compare(parameter), ...); }, S::parameters());
            return first;
        },
        a);
}

}  // namespace wend::detail

namespace wend {

std::string first_other_parameter(const Program& a, const Program& b) {
    const std::size_t count = std::min(a.stages().size(), b.stages().size());
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view parameter = detail::first_other_parameter(a.stages()[i], b.stages()[i]);
        if (parameter.empty()) continue;
        const std::string_view kind = std::visit([]<class S>(const S&) { return S::name; }, a.stages()[i]);
        return "stage " + std::to_string(i) + " (" + std::string(kind) + "), " + std::string(parameter);
    }
    return a.stages().size() == b.stages().size() ? "" : "the number of stages";
}

}  // namespace wend
