// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/result_file.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

#include "bench/support/input_file.hpp"
#include "tools/perf/history/criterion_json.hpp"
#include "tools/perf/history/gbench_json.hpp"
#include "tools/perf/history/json_with_nan.hpp"
#include "tools/perf/history/nanobench_json.hpp"
#include "words/file_error.hpp"

namespace wend::perf {
namespace {

namespace fs = std::filesystem;

/// A file's content, read and parsed where a format asks for it.
class Source {
  public:
    explicit Source(fs::path path) : path_(std::move(path)) {
        if (!is_folder()) text_ = scenario::read_file(path_);
    }

    [[nodiscard]] const fs::path& path() const noexcept { return path_; }
    [[nodiscard]] bool is_folder() const { return fs::is_directory(path_); }
    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    [[nodiscard]] const scenario::Json& json() {
        if (!json_) json_ = parse_json_with_nan(text_, path_);
        return *json_;
    }

  private:
    fs::path path_;
    std::string text_;
    std::optional<scenario::Json> json_;
};

struct Format {
    std::string_view name;
    bool (*is)(Source&);
    ImportedRun (*read)(Source&);
};

/// The first that recognises it reads it; those behind the second take it for one JSON value.
constexpr std::array formats{
    Format{"a folder of Criterion.rs", [](Source& source) { return source.is_folder(); },
           [](Source& source) { return read_criterion_folder(source.path()); }},
    Format{"messages of cargo criterion",
           [](Source& source) { return has_criterion_messages(source.text()); },
           [](Source& source) { return read_criterion_messages(source.text(), source.path()); }},
    Format{"JSON of Google Benchmark", [](Source& source) { return is_gbench(source.json()); },
           [](Source& source) { return gbench_run(source.json(), source.path()); }},
    Format{"JSON of nanobench", [](Source& source) { return is_nanobench(source.json()); },
           [](Source& source) { return nanobench_run(source.json(), source.path()); }},
};

std::time_t written(const fs::path& path) {
    struct stat about {};
    return stat(path.c_str(), &about) == 0 ? about.st_mtime : 0;
}

std::time_t newest_written(const fs::path& path) {
    std::time_t newest = written(path);
    if (!fs::is_directory(path)) return newest;
    newest = 0;  // a folder's own time changes when a report is added
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path))
        if (entry.path().filename() == "sample.json") newest = std::max(newest, written(entry.path()));
    return newest;
}

}  // namespace

ImportedRun read_result(const fs::path& path) {
    Source source(path);
    for (const Format& format : formats) {
        if (!format.is(source)) continue;
        ImportedRun imported = format.read(source);
        if (!imported.names_machine)
            imported.run.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(newest_written(path)));
        return imported;
    }
    std::string known;
    for (const Format& format : formats) known += fmt::format("{}{}", known.empty() ? "" : ", ", format.name);
    scenario::fail(path, "is of no known format: " + known);
}

}  // namespace wend::perf
