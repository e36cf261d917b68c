// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/json_file.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tools/files/input_file.hpp"
#include "tools/files/scenario_error.hpp"

namespace wend::scenario {
namespace {

/// Follows the parser through the file: its place, and the keys of each open object.
class Tracker {
  public:
    explicit Tracker(std::size_t most_levels) : most_levels_(most_levels) {}

    void on(Json::parse_event_t event, const Json& parsed, const Place& root) {
        using Event = Json::parse_event_t;
        switch (event) {
            case Event::object_start:
            case Event::array_start:
                if (open_.size() == most_levels_) place(root).fail("is nested too deeply");
                open_.emplace_back();
                break;
            case Event::key:
                open_.back().key = parsed.get<std::string>();
                if (!open_.back().keys.insert(open_.back().key).second)
                    place(root).fail("this key appears twice");
                break;
            case Event::object_end:
            case Event::array_end:
                open_.pop_back();
                advance();
                break;
            case Event::value: advance(); break;
        }
    }

    [[nodiscard]] Place place(const Place& root) const {
        Place place = root;
        for (const Container& container : open_)
            place = container.keys.empty() ? place / container.index : place / container.key;
        return place;
    }

  private:
    struct Container {
        std::set<std::string> keys;
        std::string key;
        std::size_t index = 0;
    };

    void advance() {
        if (!open_.empty()) ++open_.back().index;
    }

    std::size_t most_levels_;
    std::vector<Container> open_;
};

/// The library's messages start with "[json.exception...] parse error at line L, column C: ".
std::string_view without_prefix(std::string_view message) {
    const std::size_t bracket = message.find("] ");
    if (bracket != std::string_view::npos) message.remove_prefix(bracket + 2);
    if (message.starts_with("parse error")) {
        const std::size_t colon = message.find(": ");
        if (colon != std::string_view::npos) message.remove_prefix(colon + 2);
    }
    return message;
}

}  // namespace

Json parse_json(std::string_view text, const std::filesystem::path& file, std::size_t most_levels) {
    const Place root(file);
    Tracker tracker(most_levels);
    try {
        return Json::parse(text, [&](int, Json::parse_event_t event, Json& parsed) {
            tracker.on(event, parsed, root);
            return true;
        });
    } catch (const Json::parse_error& error) {
        const std::string_view before(text.data(),
                                      std::min(text.size(), std::max<std::size_t>(error.byte, 1) - 1));
        const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
        const std::size_t newline = before.rfind('\n');
        const std::size_t column =
            newline == std::string_view::npos ? before.size() + 1 : before.size() - newline;
        fail_at_line(file, line, column, without_prefix(error.what()));
    } catch (const Json::exception& error) {
        tracker.place(root).fail(without_prefix(error.what()));
    }
}

Json read_json(const std::filesystem::path& file) { return parse_json(read_file(file), file); }

}  // namespace wend::scenario
