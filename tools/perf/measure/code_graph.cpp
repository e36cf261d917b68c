// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/code_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "bench/count/instruction_reference.hpp"
#include "bench/support/command_line.hpp"
#include "bench/support/elf_file.hpp"
#include "bench/support/input_file.hpp"
#include "tools/run/checksum.hpp"

namespace wend::perf {
namespace {

using bench::ElfFile;

enum class Kind : std::uint8_t {
    code,     ///< a function
    data,     ///< a range of a section
    objects,  ///< all data of a section that has symbols with a size
};

/// A function, or data, of one object.
struct Node {
    std::size_t object;
    std::size_t section;
    Kind kind;
    std::uint64_t begin;  ///< in the section
    std::uint64_t end;

    friend auto operator<=>(const Node&, const Node&) = default;
};

/// What a reference leads to: a node, or by its name what any object defines.
struct Target {
    Node node{};
    std::string symbol{};
    std::int64_t offset = 0;  ///< from the node's or the symbol's start
};

struct Reference {
    std::uint64_t position;  ///< in the text
    std::uint32_t type;      ///< of the relocation
    Target target;
};

/// What a node is by itself, and where it leads to.
struct Text {
    std::uint64_t hash = 0;
    std::vector<Reference> references{};
};

/// A jump within the section, which the assembler resolved.
constexpr std::uint32_t resolved = ~std::uint32_t{0};
/// From a function to what the compiler split off it.
constexpr std::uint32_t split_off = resolved - 1;

/// The relocations that are known: how many bytes they fill, and whether with a distance.
struct RelocationKind {
    std::uint32_t type;
    std::size_t size;
    bool distance;
};
constexpr RelocationKind relocation_kinds[] = {
    {R_X86_64_64, 8, false},      {R_X86_64_32, 4, false},       {R_X86_64_32S, 4, false},
    {R_X86_64_PC32, 4, true},     {R_X86_64_PC64, 8, true},      {R_X86_64_PLT32, 4, true},
    {R_X86_64_GOTPCREL, 4, true}, {R_X86_64_GOTPCRELX, 4, true}, {R_X86_64_REX_GOTPCRELX, 4, true},
    {R_X86_64_TLSGD, 4, true},    {R_X86_64_TLSLD, 4, true},     {R_X86_64_GOTTPOFF, 4, true},
    {R_X86_64_TPOFF32, 4, false}, {R_X86_64_DTPOFF32, 4, false}};

const RelocationKind& kind_of(const Elf64_Rela& relocation) {
    for (const RelocationKind& kind : relocation_kinds)
        if (kind.type == ELF64_R_TYPE(relocation.r_info)) return kind;
    throw UnknownCode(fmt::format("a relocation of type {}", ELF64_R_TYPE(relocation.r_info)));
}

/// The instruction gets the symbol's address from elsewhere: what it loads there is not the symbol.
bool through_table(std::uint32_t type) {
    return type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX || type == R_X86_64_REX_GOTPCRELX ||
           type == R_X86_64_TLSGD || type == R_X86_64_TLSLD || type == R_X86_64_GOTTPOFF;
}

struct Range {
    std::uint64_t begin;
    std::uint64_t end;

    friend auto operator<=>(const Range&, const Range&) = default;
};

/// What a section holds, beside its bytes.
struct Contents {
    std::vector<Range> functions{};                     ///< by their starts
    std::vector<Range> objects{};                       ///< data that has a symbol with a size
    std::vector<Elf64_Rela> relocations{};              ///< by their places
    std::vector<std::uint64_t> referenced{};            ///< places that code takes the address of
    std::multimap<std::uint64_t, std::string> names{};  ///< of functions, by their starts
};

struct Object {
    ElfFile file;
    std::vector<Contents> contents;
    const Elf64_Shdr* symbol_table = nullptr;
    std::vector<Elf64_Sym> symbols{};

    [[nodiscard]] std::string name(const Elf64_Sym& symbol) const {
        return std::string(file.name(*symbol_table, symbol));
    }
};

bool is_in_section(const Object& object, const Elf64_Sym& symbol) {
    return symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < object.contents.size();
}

bool is_code(const Elf64_Shdr& section) { return (section.sh_flags & SHF_EXECINSTR) != 0; }

void sort_unique(std::vector<Range>& ranges) {
    std::ranges::sort(ranges);
    ranges.erase(std::unique(ranges.begin(), ranges.end()),
                 ranges.end());  // Clang 14 has no std::ranges::unique
}

Object read_object(const std::filesystem::path& path) {
    try {
        Object object{.file = ElfFile(scenario::read_file(path)), .contents = {}};
        const ElfFile& file = object.file;
        if (file.header().e_type != ET_REL) throw bench::ElfError("no object file");
        if (file.header().e_machine != EM_X86_64 || !bench::can_decode())
            throw UnknownCode(fmt::format("{}: code of another processor", path.string()));
        object.contents.resize(file.sections().size());
        for (const Elf64_Shdr& section : file.sections())
            if (section.sh_type == SHT_SYMTAB) {
                object.symbol_table = &section;
                object.symbols = file.entries<Elf64_Sym>(section);
            }
        for (const Elf64_Sym& symbol : object.symbols) {
            if (!is_in_section(object, symbol)) continue;
            Contents& contents = object.contents[symbol.st_shndx];
            const Range range{symbol.st_value, symbol.st_value + symbol.st_size};
            if (range.end < range.begin || range.end > file.section(symbol.st_shndx).sh_size)
                throw bench::ElfError("a symbol beyond its section");
            if (symbol.st_size == 0) continue;
            if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC) {
                contents.functions.push_back(range);
                contents.names.emplace(range.begin, object.name(symbol));
            }
            if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT) contents.objects.push_back(range);
        }
        for (const Elf64_Shdr& section : file.sections()) {
            if (section.sh_type == SHT_REL) throw UnknownCode("relocations without addends");
            if (section.sh_type != SHT_RELA || section.sh_info >= object.contents.size()) continue;
            auto& relocations = object.contents[section.sh_info].relocations;
            for (const Elf64_Rela& one : file.entries<Elf64_Rela>(section)) relocations.push_back(one);
        }
        for (std::size_t s = 0; s < object.contents.size(); ++s) {
            Contents& contents = object.contents[s];
            sort_unique(contents.functions);
            sort_unique(contents.objects);
            std::ranges::sort(contents.relocations, {}, &Elf64_Rela::r_offset);
            if (!is_code(file.section(s))) continue;
            for (const Elf64_Rela& relocation : contents.relocations) {
                if (ELF64_R_SYM(relocation.r_info) >= object.symbols.size())
                    throw bench::ElfError("a relocation without its symbol");
                const Elf64_Sym& symbol = object.symbols[ELF64_R_SYM(relocation.r_info)];
                if (ELF64_R_TYPE(relocation.r_info) == R_X86_64_PC32 && is_in_section(object, symbol))
                    object.contents[symbol.st_shndx].referenced.push_back(
                        symbol.st_value + static_cast<std::uint64_t>(relocation.r_addend) + 4);
            }
        }
        for (Contents& contents : object.contents) std::ranges::sort(contents.referenced);
        return object;
    } catch (const bench::ElfError& error) {
        throw command::MisuseError(fmt::format("{}: {}", path.string(), error.what()));
    }
}

void add(scenario::Checksum& sum, std::string_view text) {
    sum.add(std::as_bytes(std::span(text))).add_number(text.size());
}

/// A text that grows: bytes without what relocations fill in.
class TextWriter {
  public:
    void bytes(std::string_view text) { add(sum_, text); }
    void number(std::uint64_t number) { sum_.add_number(number); }
    void reference(Reference reference) { text_.references.push_back(std::move(reference)); }
    [[nodiscard]] Text finish() {
        text_.hash = sum_.value();
        return std::move(text_);
    }

  private:
    scenario::Checksum sum_;
    Text text_;
};

}  // namespace

class CodeGraph::Objects {
  public:
    explicit Objects(const std::vector<std::filesystem::path>& paths) {
        for (const auto& path : paths) objects_.push_back(read_object(path));
        for (std::size_t o = 0; o < objects_.size(); ++o)
            for (const Elf64_Sym& symbol : objects_[o].symbols)
                if (ELF64_ST_BIND(symbol.st_info) != STB_LOCAL && is_in_section(objects_[o], symbol))
                    definitions_[objects_[o].name(symbol)].push_back({o, symbol});
    }

    [[nodiscard]] std::vector<std::string> functions(const std::string& prefix) const {
        std::vector<std::string> names;
        for (auto at = definitions_.lower_bound(prefix);
             at != definitions_.end() && at->first.starts_with(prefix); ++at)
            if (ELF64_ST_TYPE(at->second.front().symbol.st_info) == STT_FUNC) names.push_back(at->first);
        return names;
    }

    [[nodiscard]] std::size_t size(const std::string& symbol) const {
        const auto found = definitions_.find(symbol);
        return found == definitions_.end() || found->second.size() != 1
                   ? 0
                   : found->second.front().symbol.st_size;
    }

    /// Nodes get numbers in the order in which they are met, so that two graphs have the same hash exactly
    /// when they are alike.
    [[nodiscard]] std::string hash(const std::vector<std::string>& entries, const PointerTables& tables) {
        scenario::Checksum sum;
        std::map<Node, std::size_t> numbers;
        std::vector<std::pair<Node, const std::set<std::size_t>*>> met;
        const auto meet = [&](const Node& node, const std::set<std::size_t>* slots) {
            const auto [at, is_new] = numbers.emplace(node, met.size());
            if (is_new) met.emplace_back(node, slots);
            sum.add_number(at->second);
        };
        const auto follow = [&](const Target& target) {
            sum.add_number(target.offset);
            if (target.symbol.empty()) {
                if (is_constant(target.node)) return void(sum.add_number(text_of(target.node).hash));
                return meet(target.node, nullptr);
            }
            const auto found = definitions_.find(target.symbol);
            if (found == definitions_.end()) return add(sum, target.symbol);
            const auto table = tables.find(target.symbol);
            sum.add_number(found->second.size());
            for (const Definition& definition : found->second)
                meet(node_of(definition), table == tables.end() ? nullptr : &table->second);
        };
        for (const std::string& entry : entries) {
            if (!definitions_.contains(entry)) throw UnknownCode(fmt::format("no function {}", entry));
            follow({.symbol = entry});
        }
        // What runs before main may set variables that the entries read.
        for (std::size_t o = 0; o < objects_.size(); ++o)
            for (std::size_t s = 0; s < objects_[o].contents.size(); ++s)
                if (const Elf64_Shdr& section = objects_[o].file.section(s);
                    section.sh_type == SHT_INIT_ARRAY)
                    meet({o, s, Kind::data, 0, section.sh_size}, nullptr);
        for (std::size_t i = 0; i < met.size(); ++i) {
            const auto [node, slots] = met[i];
            const Text& text = text_of(node);
            if (slots == nullptr) sum.add_number(text.hash);
            std::size_t followed = 0;
            for (const Reference& reference : text.references) {
                if (slots != nullptr && !slots->contains(reference.position / sizeof(void*))) continue;
                ++followed;
                sum.add_number(reference.position).add_number(reference.type);
                follow(reference.target);
            }
            sum.add_number(followed);
        }
        return fmt::format("{:016x}", sum.value());
    }

  private:
    struct Definition {
        std::size_t object;
        Elf64_Sym symbol;
    };

    /// Its value is all that matters, wherever it lies.
    [[nodiscard]] bool is_constant(const Node& node) {
        const Elf64_Shdr& section = objects_[node.object].file.section(node.section);
        return node.kind == Kind::data && (section.sh_flags & SHF_WRITE) == 0 &&
               text_of(node).references.empty();
    }

    [[nodiscard]] Node node_of(const Definition& definition) const {
        const Elf64_Sym& symbol = definition.symbol;
        if (symbol.st_size == 0) return place(definition.object, symbol.st_shndx, symbol.st_value, 0).node;
        const bool code = is_code(objects_[definition.object].file.section(symbol.st_shndx));
        return {definition.object, symbol.st_shndx, code ? Kind::code : Kind::data, symbol.st_value,
                symbol.st_value + symbol.st_size};
    }

    /// What lies at a place of a section. `accessed`: the bytes that are loaded or stored there; 0 where the
    /// address is taken or jumped to.
    [[nodiscard]] Target place(std::size_t o, std::size_t s, std::uint64_t at, std::size_t accessed) const {
        const Object& object = objects_[o];
        const Elf64_Shdr& section = object.file.section(s);
        const Contents& contents = object.contents[s];
        const auto target = [&](Kind kind, std::uint64_t begin, std::uint64_t end, std::uint64_t from) {
            return Target{.node = {o, s, kind, begin, end}, .offset = static_cast<std::int64_t>(at - from)};
        };
        if (is_code(section)) {
            for (const Range& function : contents.functions)
                if (function.begin <= at && at < function.end)
                    return target(Kind::code, function.begin, function.end, function.begin);
            throw UnknownCode("code outside of functions");
        }
        const std::uint64_t size = section.sh_size;
        if (accessed != 0 && at <= size && accessed <= size - at)
            return target(Kind::data, at, at + accessed, at);
        if ((section.sh_flags & SHF_MERGE) != 0 && at < size && section.sh_entsize != 0 &&
            size % section.sh_entsize == 0) {
            const auto [begin, end] = entry(object.file, section, at);
            return target(Kind::data, begin, end, begin);
        }
        // An address that is inside an object may be off from the object that is meant, by what is added to
        // it later. Data without a symbol is constants and jump tables, whose addresses are exact.
        for (std::size_t i = 0; i < contents.objects.size(); ++i)
            if (contents.objects[i].begin <= at && at < contents.objects[i].end) {
                Target all = target(Kind::objects, 0, size, contents.objects[i].begin);
                all.offset += static_cast<std::int64_t>(i) << 32;
                return all;
            }
        return target(Kind::data, 0, size, 0);
    }

    /// The entry of a section that linkers merge by entries.
    static Range entry(const ElfFile& file, const Elf64_Shdr& section, std::uint64_t at) {
        const std::uint64_t width = section.sh_entsize;
        std::uint64_t begin = at / width * width;
        if ((section.sh_flags & SHF_STRINGS) == 0) return {begin, begin + width};
        const std::string_view text = file.contents(section);
        const auto ends = [&](std::uint64_t i) {
            return text.substr(i, width).find_first_not_of('\0') == std::string_view::npos;
        };
        while (begin > 0 && !ends(begin - width)) begin -= width;
        std::uint64_t end = at / width * width;
        while (end < text.size() && !ends(end)) end += width;
        return {begin, std::min<std::uint64_t>(end + width, text.size())};
    }

    /// What a relocation leads to. `adjust` makes of the relocation's addend the place that is meant.
    [[nodiscard]] Target target_of(std::size_t o, const Elf64_Rela& relocation, std::int64_t adjust,
                                   std::size_t accessed) const {
        const Object& object = objects_[o];
        if (ELF64_R_SYM(relocation.r_info) >= object.symbols.size())
            throw UnknownCode("a relocation without its symbol");
        const Elf64_Sym& symbol = object.symbols[ELF64_R_SYM(relocation.r_info)];
        const std::int64_t offset = relocation.r_addend + adjust;
        if (ELF64_ST_BIND(symbol.st_info) != STB_LOCAL)
            return {.symbol = object.name(symbol), .offset = offset};
        if (!is_in_section(object, symbol)) throw UnknownCode("a local symbol without a place");
        const std::uint64_t at = symbol.st_value + static_cast<std::uint64_t>(offset);
        if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_size != 0 && accessed == 0)
            return {.node = node_of({o, symbol}), .offset = offset};
        return place(o, symbol.st_shndx, at, accessed);
    }

    [[nodiscard]] const Text& text_of(const Node& node) {
        const auto found = texts_.find(node);
        if (found != texts_.end()) return found->second;
        TextWriter writer;
        if (node.kind == Kind::code) {
            write_code(node, writer);
        } else if (node.kind == Kind::data) {
            write_data(node, {node.begin, node.end}, 0, writer);
        } else {
            std::uint64_t position = 0;
            for (const Range& object : objects_[node.object].contents[node.section].objects) {
                write_data(node, object, position, writer);
                position += object.end - object.begin;
            }
        }
        return texts_.emplace(node, writer.finish()).first->second;
    }

    [[nodiscard]] static std::span<const Elf64_Rela> within(const std::vector<Elf64_Rela>& relocations,
                                                            std::uint64_t begin, std::uint64_t end) {
        const auto first = std::ranges::lower_bound(relocations, begin, {}, &Elf64_Rela::r_offset);
        const auto last = std::ranges::lower_bound(relocations, end, {}, &Elf64_Rela::r_offset);
        return {first, last};
    }

    void write_code(const Node& node, TextWriter& writer) const {
        const Object& object = objects_[node.object];
        const Contents& contents = object.contents[node.section];
        const std::string_view all = object.file.contents(object.file.section(node.section));
        std::string text(all.substr(node.begin, node.end - node.begin));
        const auto clear = [&](std::uint64_t at, std::size_t size, std::uint64_t end) {
            if (at + size > end) throw UnknownCode("a relocation across instructions");
            std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(at - node.begin), size, '\0');
        };
        for (std::uint64_t at = node.begin; at < node.end;) {
            const bench::InstructionReference reference =
                bench::reference_of(std::as_bytes(std::span(all)).subspan(at, node.end - at));
            if (reference.length == 0) throw UnknownCode("an instruction that cannot be decoded");
            const std::uint64_t end = at + reference.length;
            const std::uint64_t field = at + reference.field;
            bool is_filled_in = false;
            for (const Elf64_Rela& relocation : within(contents.relocations, at, end)) {
                if (ELF64_R_TYPE(relocation.r_info) == R_X86_64_NONE) continue;
                const RelocationKind& kind = kind_of(relocation);
                const bool at_field = reference.field_size != 0 && relocation.r_offset == field;
                if (kind.distance != at_field) throw UnknownCode("a relocation that is no operand");
                is_filled_in = is_filled_in || at_field;
                clear(relocation.r_offset, kind.size, end);
                const std::int64_t adjust =
                    at_field ? static_cast<std::int64_t>(end - relocation.r_offset) : 0;
                const std::size_t accessed = at_field && !through_table(kind.type) ? reference.accessed : 0;
                writer.reference({relocation.r_offset - node.begin, kind.type,
                                  target_of(node.object, relocation, adjust, accessed)});
            }
            const std::uint64_t target = end + static_cast<std::uint64_t>(reference.distance);
            const bool is_inside = node.begin <= target && target < node.end;
            if (reference.field_size != 0 && !is_filled_in && !is_inside) {
                clear(field, reference.field_size, end);
                writer.reference({field - node.begin, resolved,
                                  place(node.object, node.section, target, reference.accessed)});
            }
            at = end;
        }
        writer.bytes(text);
        add_split_off(node, object, contents, text.size(), writer);
    }

    /// The part of a function that is rarely executed may be reached by exceptions alone.
    static void add_split_off(const Node& node, const Object& object, const Contents& contents,
                              std::uint64_t position, TextWriter& writer) {
        const auto [first, last] = contents.names.equal_range(node.begin);
        for (auto name = first; name != last; ++name)
            for (std::size_t s = 0; s < object.contents.size(); ++s)
                for (const auto& [begin, other] : object.contents[s].names)
                    if (other == name->second + ".cold")
                        for (const Range& function : object.contents[s].functions)
                            if (function.begin == begin)
                                writer.reference(
                                    {position,
                                     split_off,
                                     {.node = {node.object, s, Kind::code, function.begin, function.end}}});
    }

    void write_data(const Node& node, Range range, std::uint64_t position, TextWriter& writer) const {
        const Object& object = objects_[node.object];
        const Elf64_Shdr& section = object.file.section(node.section);
        const Contents& contents = object.contents[node.section];
        writer.number(range.end - range.begin);
        writer.number(section.sh_flags & (SHF_WRITE | SHF_TLS));
        if (section.sh_type == SHT_NOBITS) return;
        std::string text(object.file.contents(section).substr(range.begin, range.end - range.begin));
        // The longest relocation may begin 8 bytes before the range.
        for (const Elf64_Rela& relocation :
             within(contents.relocations, range.begin - std::min<std::uint64_t>(range.begin, 8), range.end)) {
            const RelocationKind& kind = kind_of(relocation);
            if (relocation.r_offset + kind.size <= range.begin) continue;
            if (relocation.r_offset < range.begin || relocation.r_offset + kind.size > range.end)
                throw UnknownCode("a part of a pointer");
            const std::uint64_t inside = relocation.r_offset - range.begin;
            std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(inside), kind.size, '\0');
            const std::int64_t from_table =
                kind.distance ? static_cast<std::int64_t>(relocation.r_offset -
                                                          table_start(contents, relocation.r_offset))
                              : 0;
            writer.number(static_cast<std::uint64_t>(from_table));
            writer.reference(
                {position + inside, kind.type, target_of(node.object, relocation, -from_table, 0)});
        }
        writer.bytes(text);
    }

    /// A jump table's entries are distances from its start, which is what code refers to.
    static std::uint64_t table_start(const Contents& contents, std::uint64_t at) {
        const auto next = std::ranges::upper_bound(contents.referenced, at);
        return next == contents.referenced.begin() ? 0 : *std::prev(next);
    }

    std::vector<Object> objects_;
    std::map<std::string, std::vector<Definition>> definitions_;  ///< of global symbols
    std::map<Node, Text> texts_;                                  ///< of nodes that were met
};

CodeGraph::CodeGraph(const std::vector<std::filesystem::path>& objects)
    : objects_(std::make_unique<Objects>(objects)) {}

CodeGraph::~CodeGraph() = default;

std::vector<std::string> CodeGraph::functions(const std::string& prefix) const {
    return objects_->functions(prefix);
}

std::size_t CodeGraph::size(const std::string& symbol) const { return objects_->size(symbol); }

std::string CodeGraph::hash(const std::vector<std::string>& entries, const PointerTables& tables) const {
    try {
        return objects_->hash(entries, tables);
    } catch (const bench::ElfError& error) {
        throw UnknownCode(error.what());
    }
}

}  // namespace wend::perf
