// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/state_dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "tools/scenario/checksum.hpp"
#include "tools/support/input_file.hpp"
#include "tools/support/output_file.hpp"
#include "wend/version.hpp"
#include "words/file_error.hpp"

namespace wend::scenario {
namespace {

using words::fail;

constexpr std::uint32_t format_version = 2;
constexpr std::array<char, 8> magic{'w', 'e', 'n', 'd', 'd', 'u', 'm', 'p'};

// The file is a Header, a StreamEntry for each stream, the streams' elements, and the checksum of everything
// before it. The structs have no padding, so that memory and file are the same on a little-endian machine.
struct Header {
    std::array<char, 8> magic{};
    std::uint32_t format_version = 0;
    std::uint32_t bits_version = 0;
    std::uint64_t tick = 0;
    std::uint64_t seed = 0;
    std::uint64_t agents = 0;
    std::uint64_t stages_fingerprint = 0;
    std::uint64_t paths_fingerprint = 0;
    std::uint64_t agents_fingerprint = 0;
    float dt = 0;
    std::uint32_t streams = 0;
};
struct StreamEntry {
    std::array<char, 28> name{};  ///< padded with zeros
    std::uint32_t element = 0;    ///< 0 float, 1 double, 2 int32, 3 uint32
};
using Sum = std::uint64_t;

static_assert(std::endian::native == std::endian::little);
static_assert(sizeof(Header) == 72 && sizeof(StreamEntry) == 32);
static_assert(std::is_trivially_copyable_v<Header> && std::is_trivially_copyable_v<StreamEntry>);
static_assert(std::ranges::all_of(stream_infos, [](const StreamInfo& one) { return one.name.size() < 28; }));
static_assert(static_cast<std::uint32_t>(ElementType::f32) == 0 &&
              static_cast<std::uint32_t>(ElementType::f64) == 1 &&
              static_cast<std::uint32_t>(ElementType::i32) == 2 &&
              static_cast<std::uint32_t>(ElementType::u32) == 3);

std::string_view name_of(const StreamEntry& entry) {
    return {entry.name.data(), strnlen(entry.name.data(), entry.name.size())};
}

std::vector<Stream> saved_streams(const AgentView& agents) {
    std::vector<Stream> streams;
    for (std::size_t i = 0; i < stream_count; ++i)
        if (const auto stream = static_cast<Stream>(i); agents.has(stream)) streams.push_back(stream);
    return streams;
}

std::span<std::byte> bytes_of(const Column& column) {
    return {static_cast<std::byte*>(column.data), column.count * size_of(column.element)};
}

template <class T>
void append(std::string& bytes, const T& object) {
    bytes.append(reinterpret_cast<const char*>(&object), sizeof object);
}

template <class T>
T read_object(std::span<const std::byte> bytes, std::size_t at) {
    T object;
    std::memcpy(&object, bytes.data() + at, sizeof object);
    return object;
}

constexpr std::size_t size_of_head(const Header& header) {
    return sizeof(Header) + header.streams * sizeof(StreamEntry);
}

/// The size of the whole dump; none if header or table are impossible. Needs a whole header.
std::optional<std::uint64_t> whole_size(const Header& header, std::span<const std::byte> bytes) {
    if (header.streams > stream_count || header.agents > std::uint64_t{1} << 32) return std::nullopt;
    std::uint64_t size = size_of_head(header) + sizeof(Sum);
    if (size_of_head(header) > bytes.size()) return size;
    for (std::uint32_t i = 0; i < header.streams; ++i) {
        const auto entry = read_object<StreamEntry>(bytes, sizeof(Header) + i * sizeof(StreamEntry));
        if (entry.element > 3) return std::nullopt;
        size += header.agents * size_of(static_cast<ElementType>(entry.element));
    }
    return size;
}

/// Of a dump of so many bytes, of which the first are given; fails unless it may be one.
Header read_header(std::span<const std::byte> bytes, std::uint64_t size, const std::filesystem::path& file) {
    if (bytes.size() < magic.size() || std::memcmp(bytes.data(), magic.data(), magic.size()) != 0)
        fail(file, "is not a state dump of wend");
    if (size < sizeof(Header) + sizeof(Sum))
        fail(file, fmt::format("is truncated: it ends after {} bytes, within its header", size));
    const auto header = read_object<Header>(bytes, 0);
    if (header.format_version != format_version)
        fail(file, fmt::format("has format version {}; this wend reads version {}", header.format_version,
                               format_version));
    const std::optional<std::uint64_t> whole = whole_size(header, bytes);
    if (whole && *whole > size)
        fail(file, fmt::format("is truncated, or damaged in its header: {} bytes of {}", size, *whole));
    return header;
}

[[noreturn]] void fail_by_checksum(const std::filesystem::path& file) {
    fail(file, "is damaged: its checksum does not match");
}

/// The dump without the streams' bytes. Fails unless head and size agree, and this wend may go on from it.
StateDump read_head(const Header& header, std::span<const std::byte> bytes, std::uint64_t size,
                    const std::filesystem::path& file) {
    if (whole_size(header, bytes) != size) fail(file, "is inconsistent: its header does not fit its size");
    if (header.bits_version != bits_version)
        fail(file,
             fmt::format("has bits version {}, this wend has {}: the run would continue with other bits",
                         header.bits_version, bits_version));
    StateDump dump{.tick = header.tick,
                   .seed = header.seed,
                   .agents = header.agents,
                   .scenario = {header.dt, header.stages_fingerprint, header.paths_fingerprint,
                                header.agents_fingerprint},
                   .streams = {}};
    for (std::uint32_t i = 0; i < header.streams; ++i) {
        const auto entry = read_object<StreamEntry>(bytes, sizeof(Header) + i * sizeof(StreamEntry));
        const std::optional<Stream> stream = find_stream(name_of(entry));
        if (!stream || info(*stream).element != static_cast<ElementType>(entry.element))
            fail(file, fmt::format("has the unknown stream \"{}\"", name_of(entry)));
        if (!dump.streams.empty() && dump.streams.back().stream >= *stream)
            fail(file, fmt::format("has the stream {} twice, or out of order", name(*stream)));
        dump.streams.push_back({*stream, {}});
    }
    return dump;
}

}  // namespace

DumpParts parts_of_dump(const Scenario& scenario, const AgentView& agents, std::uint64_t first_slot,
                        std::uint64_t tick) {
    const std::vector<Stream> streams = saved_streams(agents);
    DumpParts parts;
    append(parts.head, Header{.magic = magic,
                              .format_version = format_version,
                              .bits_version = bits_version,
                              .tick = tick,
                              .seed = scenario.seed,
                              .agents = scenario.all_agents,
                              .stages_fingerprint = scenario.fingerprint.stages,
                              .paths_fingerprint = scenario.fingerprint.paths,
                              .agents_fingerprint = scenario.fingerprint.agents,
                              .dt = scenario.fingerprint.dt,
                              .streams = static_cast<std::uint32_t>(streams.size())});
    for (const Stream stream : streams) {
        StreamEntry entry{.element = static_cast<std::uint32_t>(info(stream).element)};
        std::ranges::copy(name(stream), entry.name.begin());
        append(parts.head, entry);
    }
    parts.end = parts.head.size();
    for (const Stream stream : streams) {
        const std::size_t size = size_of(info(stream).element);
        const std::span<const std::byte> bytes = bytes_of(agents.column(stream));
        const std::uint64_t at = parts.end + first_slot * size;
        parts.elements.push_back({at, bytes});
        parts.sum += word_sum(bytes, at / 4);
        parts.end += scenario.all_agents * size;
    }
    return parts;
}

std::uint64_t sum_of_head(const DumpParts& parts) {
    return word_sum(std::as_bytes(std::span(parts.head)), 0);
}

void save_state(support::OutputFile& output, const Scenario& scenario, const AgentView& agents,
                std::uint64_t tick) {
    const DumpParts parts = parts_of_dump(scenario, agents, 0, tick);
    output.write(parts.head);
    for (const DumpParts::Elements& one : parts.elements)
        output.write({reinterpret_cast<const char*>(one.bytes.data()), one.bytes.size()});
    std::string sum;
    append(sum, Sum{parts.sum + sum_of_head(parts)});
    output.write(sum);
    output.commit();
}

void save_state(const std::filesystem::path& file, Scenario& scenario, std::uint64_t tick) {
    support::OutputFile output(file);
    save_state(output, scenario, scenario.agents.view(), tick);
}

std::string read_dump(const std::filesystem::path& file) {
    return support::read_file(file, support::most_dump_bytes, {magic.data(), magic.size()});
}

StateDump read_state(std::span<const std::byte> bytes, const std::filesystem::path& file) {
    const Header header = read_header(bytes, bytes.size(), file);
    const std::size_t summed = bytes.size() - sizeof(Sum);
    if (summed % 4 != 0 || read_object<Sum>(bytes, summed) != word_sum(bytes.first(summed), 0))
        fail_by_checksum(file);
    StateDump dump = read_head(header, bytes, bytes.size(), file);
    std::size_t at = size_of_head(header);
    for (SavedStream& saved : dump.streams) {
        const std::size_t size = static_cast<std::size_t>(dump.agents) * size_of(info(saved.stream).element);
        saved.bytes = bytes.subspan(at, size);
        at += size;
    }
    return dump;
}

DumpShare read_share(const std::filesystem::path& file, const Share& share) {
    if (share.ranks == 1) {  // from a pipe, too
        DumpShare whole;
        whole.elements.push_back(read_dump(file));
        whole.dump = read_state(std::as_bytes(std::span(whole.elements.front())), file);
        return whole;
    }
    std::ifstream input(file, std::ios::binary);
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(file, error);
    if (!input || error)
        fail(file, fmt::format("cannot be read: {}", std::strerror(error ? error.value() : errno)));
    const auto read = [&](std::uint64_t at, std::string& bytes) {
        input.seekg(static_cast<std::streamoff>(at));
        input.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        if (!input) fail(file, "is truncated while it is read");
    };
    std::string head(std::min<std::uint64_t>(size, sizeof(Header) + stream_count * sizeof(StreamEntry)),
                     '\0');
    read(0, head);
    const std::span<const std::byte> bytes = std::as_bytes(std::span(head));
    const Header header = read_header(bytes, size, file);
    DumpShare part{read_head(header, bytes, size, file), {}, 0, 0};
    std::uint64_t at = size_of_head(header);
    if (share.rank == 0) part.sum = word_sum(bytes.first(at), 0);
    const std::uint64_t first = share.first_of(header.agents), count = share.size_of(header.agents);
    for (SavedStream& saved : part.dump.streams) {
        const std::size_t element = size_of(info(saved.stream).element);
        std::string& elements = part.elements.emplace_back(count * element, '\0');
        read(at + first * element, elements);
        part.sum += word_sum(std::as_bytes(std::span(elements)), (at + first * element) / 4);
        at += header.agents * element;
    }
    for (std::size_t i = 0; i < part.elements.size(); ++i)
        part.dump.streams[i].bytes = std::as_bytes(std::span(part.elements[i]));
    std::string sum(sizeof(Sum), '\0');
    read(at, sum);
    part.checksum = read_object<Sum>(std::as_bytes(std::span(sum)), 0);
    return part;
}

void require_sum(std::uint64_t sum, const DumpShare& part, const std::filesystem::path& file) {
    if (sum != part.checksum) fail_by_checksum(file);
}

void require_same_scenario(const StateDump& dump, Scenario& scenario, const std::filesystem::path& file) {
    const Fingerprint& there = dump.scenario;
    const Fingerprint& here = scenario.fingerprint;
    const auto refuse = [&](std::string_view why) {
        fail(file, fmt::format("is a dump of another scenario: {}", why));
    };
    if (dump.agents != scenario.all_agents)
        refuse(fmt::format("{} agents, not {}", dump.agents, scenario.all_agents));
    if (std::bit_cast<std::uint32_t>(there.dt) != std::bit_cast<std::uint32_t>(here.dt))
        refuse(fmt::format("\"dt\" was {}, not {}", there.dt, here.dt));
    if (there.stages != here.stages)
        refuse("\"stages\", \"events\", \"after_tick\" or the area of the agents differ");
    if (there.paths != here.paths) refuse("the paths differ");
    if (there.agents != here.agents) refuse("the initial agents differ");
    const AgentView agents = scenario.agents.view();
    if (!std::ranges::equal(dump.streams, saved_streams(agents), {}, &SavedStream::stream))
        refuse("the streams differ");
}

void restore_state(const StateDump& dump, Scenario& scenario) {
    const AgentView agents = scenario.agents.view();
    for (const SavedStream& saved : dump.streams)
        std::ranges::copy(saved.bytes, bytes_of(agents.column(saved.stream)).begin());
}

}  // namespace wend::scenario
