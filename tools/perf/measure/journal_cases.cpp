// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/journal_cases.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "wend/journal.hpp"

namespace wend::perf {
namespace {

class Calls {
  public:
    explicit Calls(const std::filesystem::path& file) : name_(file.string()) {
        std::ifstream in(file, std::ios::binary);
        bytes_.assign(std::istreambuf_iterator<char>(in), {});
        if (!in) throw std::runtime_error(name_ + ": cannot be read");
    }

    [[nodiscard]] std::size_t agents() const { return open().agents().size(); }

    /// Runs all calls, and returns the hash of the last state.
    std::uint64_t run(Isa isa, bool check_hashes) const {
        JournalReader reader = open();
        const Execution execution{.isa = isa, .threading = Threading::serial};
        for (JournalCall call; reader.next(call);) {
            if (call.code != Code::ok) continue;
            const Result result = reader.run(execution);
            if (!result.status)
                throw std::runtime_error(
                    fmt::format("{}: call {} is refused: {}", name_, call.number, message(result.status)));
            if (check_hashes && call.hash && state_hash(reader.program(), reader.agents()) != *call.hash)
                throw std::runtime_error(
                    fmt::format("{}: call {} has another hash on {}", name_, call.number, name(isa)));
        }
        return check_hashes ? state_hash(reader.program(), reader.agents()) : 0;
    }

  private:
    [[nodiscard]] JournalReader open() const {
        std::string message;
        std::optional<JournalReader> reader =
            JournalReader::open(std::as_bytes(std::span(bytes_)), {}, message);
        if (!reader) throw std::runtime_error(fmt::format("{} {}", name_, message));
        return std::move(*reader);
    }

    std::string name_;
    std::string bytes_;
};

}  // namespace

std::vector<bench::SetupCase> journal_cases(const std::filesystem::path& file) {
    const auto calls = std::make_shared<const Calls>(file);
    const std::size_t agents = calls->agents();
    std::vector<bench::SetupCase> cases;
    for (const Isa isa : supported_isas()) {
        if (isa == Isa::reference || isa == Isa::scalar) continue;
        cases.push_back({fmt::format("journal/any/isa:{}/agents:{}", name(isa), agents), [calls, isa] {
                             static_cast<void>(calls->run(isa, true));
                             return bench::Run{.reset = [] {},
                                               .run =
                                                   [calls, isa](std::uint64_t times) {
                                                       while (times-- > 0)
                                                           static_cast<void>(calls->run(isa, false));
                                                   },
                                               .hash = [calls, isa] { return calls->run(isa, true); }};
                         }});
    }
    return cases;
}

}  // namespace wend::perf
