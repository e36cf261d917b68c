// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "words/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "words/place.hpp"
#include "words/text.hpp"

namespace wend::words {
namespace {

/// Line and column of a byte, both from 1.
[[noreturn]] void fail_at_byte(const std::filesystem::path& file, std::string_view text, std::size_t byte,
                               std::string_view message) {
    const std::string_view before = text.substr(0, byte);
    const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    fail_at_line(file, line, byte - (before.rfind('\n') + 1) + 1, message);
}

/// Makes the values that the parser reports.
class Builder final : public Json::json_sax_t {
  public:
    Builder(std::string_view text, const std::filesystem::path& file, std::size_t most_levels,
            const TakeElement& take)
        : text_(text), file_(file), most_levels_(most_levels), take_(take) {}

    [[nodiscard]] Json result() { return std::move(root_); }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(std::int64_t value) override { return add(value); }
    bool number_unsigned(std::uint64_t value) override { return add(value); }
    bool number_float(double value, const std::string&) override { return add(value); }
    bool string(std::string& value) override { return add(std::move(value)); }
    bool binary(Json::binary_t&) override { return false; }  // none in a text
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(std::string& key) override {
        auto& members = open_.back().value->get_ref<Json::object_t&>();
        const auto [member, is_new] = members.emplace(std::move(key), nullptr);
        open_.back().key = &member->first;
        member_ = &member->second;
        if (!is_new) place().fail("this key appears twice");
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& error) override {
        constexpr int number_overflow = 406;
        if (error.id == number_overflow)
            place().fail(join({"the number ", token, " is beyond a double's range"}));
        // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing value
        // - unexpected ..."
        std::string_view message = error.what();
        if (const std::size_t reason = message.find(" - "); reason != std::string_view::npos)
            message.remove_prefix(reason + 3);
        fail_at_byte(file_, text_, position - 1, message);
    }

  private:
    struct Container {
        Json* value;
        const std::string* key = nullptr;  ///< of an object: of the member that is read
        std::size_t index = 0;             ///< of an array: of the element that is read
    };

    [[nodiscard]] Place place() const {
        Place place(file_);
        for (const Container& container : open_)
            place = container.value->is_object() ? place / *container.key : place / container.index;
        return place;
    }

    Json* put(Json&& value) {
        Json* slot = &root_;
        if (!open_.empty())
            slot = open_.back().value->is_array() ? &open_.back().value->emplace_back() : member_;
        *slot = std::move(value);
        return slot;
    }

    bool add(Json&& value) {
        put(std::move(value));
        return complete();
    }

    bool open(Json&& value) {
        if (open_.size() == most_levels_)
            place().fail(join({"is nested too deeply: more than ", number_text(most_levels_), " levels"}));
        open_.push_back({put(std::move(value))});
        return true;
    }

    bool close() {
        open_.pop_back();
        return complete();
    }

    bool complete() {
        if (open_.empty() || !open_.back().value->is_array()) return true;
        Container& array = open_.back();
        if (take_ && open_.size() == 2 && root_.is_object() &&
            take_(root_, *open_.front().key, array.index, array.value->back()))
            array.value->get_ref<Json::array_t&>().pop_back();
        ++array.index;
        return true;
    }

    std::string_view text_;
    const std::filesystem::path& file_;
    std::size_t most_levels_;
    const TakeElement& take_;
    Json root_;
    std::vector<Container> open_;
    Json* member_ = nullptr;
};

}  // namespace

Json parse_json(std::string_view text, const std::filesystem::path& file, std::size_t most_levels,
                const TakeElement& take) {
    // The parser would take it for the end of the text.
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
        fail_at_byte(file, text, nul, "a NUL byte");
    Builder builder(text, file, most_levels, take);
    Json::sax_parse(text, &builder);
    return builder.result();
}

}  // namespace wend::words
