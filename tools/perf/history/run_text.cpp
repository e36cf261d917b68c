// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/run_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <span>
#include <tuple>

#include "tools/scenario/checksum.hpp"
#include "words/fields.hpp"

namespace wend::perf {
namespace {

using words::convert;
using words::Fields;
using words::Json;
using words::Place;

constexpr const char* format_name = "wend perf history";
constexpr std::uint64_t format_version = 3;

auto place_of(const Sample& sample) {
    return std::tie(sample.side, sample.pair, sample.round, sample.position);
}
auto place_of(const Counter& counter) { return std::tie(counter.side, counter.round, counter.name); }
auto place_of(const Note& note) { return std::tie(note.kind, note.text); }

template <class T>
void sort_by_place(std::vector<T>& items) {
    std::stable_sort(items.begin(), items.end(),
                     [](const T& a, const T& b) { return place_of(a) < place_of(b); });
}

template <class T>
bool one_a_place(const std::vector<T>& sorted) {
    return std::adjacent_find(sorted.begin(), sorted.end(), [](const T& a, const T& b) {
               return place_of(a) == place_of(b);
           }) == sorted.end();
}

bool all_finite(std::initializer_list<double> values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// A key of the text, and the member that it stands for.
template <class T, class Value>
struct Field {
    std::string_view key;
    Value T::*member;
};
template <class T, class Value>
Field(std::string_view, Value T::*) -> Field<T, Value>;

constexpr auto fields_of(const Machine&) {
    return std::tuple{Field{"caches", &Machine::caches}, Field{"cores", &Machine::cores},
                      Field{"cpu", &Machine::cpu},       Field{"flags", &Machine::flags},
                      Field{"host", &Machine::host},     Field{"hypervisor", &Machine::hypervisor},
                      Field{"kernel", &Machine::kernel}, Field{"microcode", &Machine::microcode}};
}

constexpr auto fields_of(const Build&) {
    return std::tuple{Field{"compiler", &Build::compiler},
                      Field{"dirty", &Build::dirty},
                      Field{"executable_hash", &Build::executable_hash},
                      Field{"flags", &Build::flags},
                      Field{"layout_seed", &Build::layout_seed},
                      Field{"parent", &Build::parent},
                      Field{"revision", &Build::revision}};
}

constexpr auto fields_of(const Verdict&) {
    return std::tuple{Field{"confirmed_by", &Verdict::confirmed_by},
                      Field{"high", &Verdict::high},
                      Field{"least_effect", &Verdict::least_effect},
                      Field{"low", &Verdict::low},
                      Field{"p", &Verdict::p},
                      Field{"p_adjusted", &Verdict::p_adjusted},
                      Field{"pairs", &Verdict::pairs},
                      Field{"ratio", &Verdict::ratio},
                      Field{"state", &Verdict::state}};
}

// ---- writing

template <class T>
Json json_of(const T& value) {
    Json json;
    const auto write = [&](const auto& field) { json[std::string(field.key)] = value.*field.member; };
    std::apply([&](const auto&... field) { (write(field), ...); }, fields_of(value));
    return json;
}

Json json_of(const BenchResult& result) {
    Json json{{"benchmark", result.name}};
    // Arrays, not objects: a run has thousands of them.
    for (const Sample& s : result.samples)
        json["samples"].push_back(
            {static_cast<int>(s.side), s.pair, s.round, s.position, s.iterations, s.nanoseconds});
    for (const Counter& c : result.counters)
        json["counters"].push_back({static_cast<int>(c.side), c.round, c.name, c.value, c.unit});
    for (const Note& n : result.notes) json["notes"].push_back({n.kind, n.text});
    if (result.verdict) json["verdict"] = json_of(*result.verdict);
    return json;
}

std::string lines_of(const StoredRun& run, const std::string& key) {
    Json head{{"run", key},
              {"a", json_of(run.a)},
              {"benchmarks", run.results.size()},
              {"kind", kind_names[static_cast<std::size_t>(run.kind)]},
              {"load", run.load},
              {"machine", json_of(run.machine)},
              {"parameters", Json::parse(run.parameters)},
              {"seed", run.seed},
              {"started", run.started},
              {"tool", run.tool}};
    if (run.b) head["b"] = json_of(*run.b);
    std::string text = line_of(head);
    for (const BenchResult& result : run.results) text += line_of(json_of(result));
    return text;
}

// ---- reading

void read(const Json& json, const Place& place, std::string& value) { convert(json, place, value); }
void read(const Json& json, const Place& place, std::uint64_t& value) { convert(json, place, value); }
void read(const Json& json, const Place& place, double& value) { convert(json, place, value); }
void read(const Json& json, const Place& place, bool& value) { convert(json, place, value); }

void read(const Json& json, const Place& place, std::uint32_t& value) {
    std::uint64_t wide = 0;
    convert(json, place, wide);
    if (wide > std::numeric_limits<std::uint32_t>::max()) place.fail("is too large");
    value = static_cast<std::uint32_t>(wide);
}

void read(const Json& json, const Place& place, Side& value) {
    std::uint64_t number = 0;
    convert(json, place, number);
    if (number > 1) place.fail("is neither 0 (side a) nor 1 (side b)");
    value = static_cast<Side>(number);
}

/// Reads an array with one element for each of the variables.
template <class... Values>
void read_array(const Json& json, const Place& place, Values&... values) {
    if (!json.is_array() || json.size() != sizeof...(values))
        place.fail(fmt::format("is no array of {} elements", sizeof...(values)));
    std::size_t index = 0;
    const auto next = [&](auto& value) {
        read(json[index], place / index, value);
        ++index;
    };
    (next(values), ...);
}

template <class T, class ReadOne>
void read_list(Fields& fields, std::string_view key, std::vector<T>& list, ReadOne read_one) {
    const Json* json = fields.find(key);
    if (json == nullptr) return;
    if (!json->is_array()) fields.place(key).fail("is no array");
    list.resize(json->size());
    for (std::size_t i = 0; i < list.size(); ++i) read_one((*json)[i], fields.place(key) / i, list[i]);
}

/// Reads an object with the keys of fields_of(value), all of them and no others.
template <class T>
void read_object(const Json& json, const Place& place, T& value) {
    Fields fields(json, place);
    const auto read_one = [&](const auto& field) {
        read(fields.at(field.key), fields.place(field.key), value.*field.member);
    };
    std::apply([&](const auto&... field) { (read_one(field), ...); }, fields_of(value));
    fields.finish();
}

BenchResult read_result(const Json& json, const Place& place) {
    BenchResult result;
    Fields fields(json, place);
    fields.require("benchmark", result.name);
    read_list(fields, "samples", result.samples, [](const Json& one, const Place& at, Sample& s) {
        read_array(one, at, s.side, s.pair, s.round, s.position, s.iterations, s.nanoseconds);
    });
    read_list(fields, "counters", result.counters, [](const Json& one, const Place& at, Counter& c) {
        read_array(one, at, c.side, c.round, c.name, c.value, c.unit);
    });
    read_list(fields, "notes", result.notes,
              [](const Json& one, const Place& at, Note& n) { read_array(one, at, n.kind, n.text); });
    if (const Json* verdict = fields.find("verdict"))
        read_object(*verdict, fields.place("verdict"), result.verdict.emplace());
    fields.finish();
    return result;
}

/// The first line of a run.
struct Head {
    std::string key;
    std::uint64_t benchmarks = 0;
    StoredRun run{};
};

Head read_head(const Json& json, const Place& place) {
    Head head;
    StoredRun& run = head.run;
    Fields fields(json, place);
    fields.require("run", head.key);
    fields.require("benchmarks", head.benchmarks);
    read_object(fields.at("a"), fields.place("a"), run.a);
    if (const Json* b = fields.find("b")) read_object(*b, fields.place("b"), run.b.emplace());
    std::array<std::pair<std::string_view, RunKind>, kind_names.size()> words;
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = {kind_names[i], static_cast<RunKind>(i)};
    (void)fields.at("kind");
    fields.read_word_of("kind", run.kind, words);
    fields.require("load", run.load);
    read_object(fields.at("machine"), fields.place("machine"), run.machine);
    const Json& parameters = fields.at("parameters");
    if (!parameters.is_object()) fields.place("parameters").fail("is no object");
    run.parameters = parameters.dump();
    fields.require("seed", run.seed);
    fields.require("started", run.started);
    fields.require("tool", run.tool);
    fields.finish();
    return head;
}

/// Follows the lines: a head, then so many benchmarks.
class Reader {
  public:
    explicit Reader(std::filesystem::path file) : file_(std::move(file)) {}

    void take(std::string_view line) {
        ++line_;
        const Place place(fmt::format("{}:{}", file_.string(), line_));
        const Json json = words::parse_json(line, place.file(), words::levels_to_write);
        if (!json.is_object()) place.fail("is no JSON object");
        if (line_ == 1) return check_format(json, place);
        if (json.contains("benchmark") && open_) {
            head_.run.results.push_back(read_result(json, place));
        } else if (json.contains("run")) {
            close();
            head_ = read_head(json, place);
            head_line_ = line_;
            open_ = true;
        } else {
            place.fail("is neither a run nor a benchmark below one");
        }
    }

    std::vector<StoredRun> finish() {
        if (line_ == 0) words::fail(file_, "is empty; a history's text starts with its format");
        close();
        return std::move(runs_);
    }

  private:
    void check_format(const Json& json, const Place& place) const {
        std::string format;
        std::uint64_t version = 0;
        Fields fields(json, place);
        fields.require("format", format);
        fields.require("version", version);
        if (format != format_name) place.fail(fmt::format("the format is not \"{}\"", format_name));
        if (version != format_version)
            place.fail(fmt::format("version {} was written by {} wend; this one reads {}", version,
                                   version > format_version ? "a newer" : "an older", format_version));
        fields.finish();
    }

    /// Errors of a run name its first line.
    void close() {
        if (!open_) return;
        open_ = false;
        const Place place(fmt::format("{}:{}", file_.string(), head_line_));
        if (head_.run.results.size() != head_.benchmarks)
            place.fail(fmt::format("the run has {} benchmarks and {} lines for them", head_.benchmarks,
                                   head_.run.results.size()));
        sort_run(head_.run);
        if (const std::string found = problem(head_.run); !found.empty()) place.fail(found);
        if (const std::string key = key_of(head_.run); key != head_.key)
            place.fail(fmt::format("the run's key must be {}: the run was changed or lost a part", key));
        runs_.push_back(std::move(head_.run));
    }

    std::filesystem::path file_;
    std::size_t line_ = 0;
    std::size_t head_line_ = 0;
    bool open_ = false;
    Head head_;
    std::vector<StoredRun> runs_;
};

}  // namespace

void sort_run(StoredRun& run) {
    const auto without_sign = [](double& zero) { zero += 0.0; };  // SQLite does not keep the sign of -0
    std::sort(run.results.begin(), run.results.end(),
              [](const BenchResult& a, const BenchResult& b) { return a.name < b.name; });
    without_sign(run.load);
    for (BenchResult& result : run.results) {
        for (Sample& sample : result.samples) without_sign(sample.nanoseconds);
        for (Counter& counter : result.counters) without_sign(counter.value);
        if (Verdict* v = result.verdict ? &*result.verdict : nullptr)
            for (double* value : {&v->ratio, &v->low, &v->high, &v->p, &v->p_adjusted, &v->least_effect})
                without_sign(*value);
        sort_by_place(result.samples);
        sort_by_place(result.counters);
        sort_by_place(result.notes);
        result.notes.erase(std::unique(result.notes.begin(), result.notes.end()), result.notes.end());
    }
    const Json parameters = Json::parse(run.parameters, nullptr, false);
    if (parameters.is_object())
        run.parameters = parameters.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string problem(const StoredRun& run) {
    if (!Json::accept(run.parameters) || !Json::parse(run.parameters).is_object())
        return "its parameters are no JSON object";
    if (!std::isfinite(run.load)) return "its load average is no finite number";
    const BenchResult* before = nullptr;
    for (const BenchResult& result : run.results) {
        if (result.name.empty()) return "a benchmark has no name";
        if (before != nullptr && before->name == result.name)
            return fmt::format("{} appears twice", result.name);
        before = &result;
        if (!one_a_place(result.samples) || !one_a_place(result.counters))
            return fmt::format("{} has two values for one place", result.name);
        for (const Sample& sample : result.samples)
            if (!std::isfinite(sample.nanoseconds))
                return fmt::format("a time of {} is no finite number", result.name);
        for (const Counter& counter : result.counters)
            if (!std::isfinite(counter.value))
                return fmt::format("{} of {} is no finite number", counter.name, result.name);
        if (const auto& v = result.verdict;
            v && !all_finite({v->ratio, v->low, v->high, v->p, v->p_adjusted, v->least_effect}))
            return fmt::format("the verdict on {} is no finite number", result.name);
    }
    return {};
}

std::string key_of(const StoredRun& run) {
    const std::string lines = lines_of(run, "");
    return fmt::format("{:016x}", scenario::checksum(std::as_bytes(std::span(lines))));
}

std::string text_head() { return line_of({{"format", format_name}, {"version", format_version}}); }

std::string text_of(const StoredRun& run) { return lines_of(run, key_of(run)); }

std::vector<StoredRun> read_history_text(std::string_view text, const std::filesystem::path& file) {
    Reader reader(file);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        reader.take(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return reader.finish();
}

}  // namespace wend::perf
