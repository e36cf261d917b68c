// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "c/answer.hpp"
#include "c/handles.hpp"
#include "c/stage_words.hpp"
#include "c/structs.hpp"
#include "float_environment.hpp"
#include "words/find_stages.hpp"
#include "words/text.hpp"

using namespace wend;
using words::Json;
using words::Place;
using words::StageContext;

static_assert(WEND_USE_INPUT == static_cast<int>(Use::input) &&
              WEND_USE_STATE == static_cast<int>(Use::state));

namespace {

using CustomCodes = std::vector<std::unique_ptr<c::CustomCode>>;

Result build(std::vector<Stage> stages, wend_program** program, CustomCodes custom = {}) {
    const Expected<Program> built = Program::build(std::move(stages));
    if (!built) return {.status = built.status()};
    *program = new wend_program{std::move(custom), *built};
    return {};
}

/// Refuses a member that stages of that kind do not use.
void require_unset(const char* member, const void* given, const wend_stage& stage) {
    if (given != nullptr)
        c::refuse(WEND_BAD_ARGUMENT, member,
                  {member, " is set in a stage of kind \"", stage.kind == nullptr ? "" : stage.kind, "\""});
}

FlowField field_of(const wend_flow_field& given) {
    const c::Known<wend_flow_field> known(&given);
    c::require_zero("reserved", known->reserved);
    c::require("velocities", known->velocities);
    c::require_aligned("velocities", known->velocities, alignof(float));
    const FlowGrid grid{c::read_area(known->area), known->columns, known->rows};
    const Expected<FlowField> field = view_flow_field(grid, {known->velocities, known->velocity_count});
    if (!field) throw field.status();
    return *field;
}

/// A stage of that kind with a pool's obstacles, and the name of its parameter for them; none: it has no
/// such parameter.
struct StageWithPool {
    Stage stage;
    const char* parameter;
};
std::optional<StageWithPool> with_obstacles(std::string_view kind, const ObstacleSet& obstacles) {
    std::optional<StageWithPool> made;
    const auto make = [&]<class S>(S stage) {
        if (kind != S::name) return;
        if constexpr (requires { stage.occluders; }) {
            stage.occluders = obstacles;
            made = {stage, "occluders"};
        } else {
            stage.obstacles = obstacles;
            made = {stage, "obstacles"};
        }
    };
    make(AvoidNeighbours{});
    make(AvoidObstacles{});
    make(Hide{});
    make(Locomotion{});
    make(Orca{});
    make(ResolveOverlaps{});
    make(Separation{});
    make(SocialForce{});
    return made;
}

/// The caller's struct as a stage.
Stage read_stage(const wend_stage& stage, const Place& place, CustomCodes& custom) {
    StageContext context = c::context_with(stage.paths);
    const words::Json words = c::json_of(stage, place);  // refuses a kind that is NULL
    const std::string_view kind = stage.kind;
    std::optional<Stage> start;
    if (c::is_custom(stage.kind))
        start = c::custom_stage(stage.kind, stage.custom, custom);
    else
        require_unset("custom", stage.custom, stage);
    if (kind == FlowFollow::name && (stage.field != nullptr || stage.planner != nullptr)) {
        const char* const member = stage.field != nullptr ? "field" : "planner";
        if (words[FlowFollow::name].contains("field"))
            (place / kind / "field")
                .fail(words::join({"is given as a parameter and as `", member, "` of the stage"}));
        if (stage.field != nullptr && stage.planner != nullptr)
            c::refuse(WEND_BAD_ARGUMENT, "planner", {"planner and field are both set in a stage"});
        start = FlowFollow{.field = stage.field != nullptr ? field_of(*stage.field)
                                                           : stage.planner->planner.field()};
    } else {
        require_unset("field", stage.field, stage);
        require_unset("planner", stage.planner, stage);
    }
    if (stage.obstacles != nullptr) {
        if (const auto made = with_obstacles(kind, stage.obstacles->pool.obstacles())) {
            if (words[stage.kind].contains(made->parameter))
                (place / kind / made->parameter)
                    .fail("is given as a parameter and as `obstacles` of the stage");
            start = made->stage;
        } else {
            require_unset("obstacles", stage.obstacles, stage);
        }
    }
    context.start = start ? &*start : nullptr;
    return wend::words::read_stage(words, place, context);
}

}  // namespace

wend_code wend_program_create(const wend_stage* stages, size_t count, wend_program** program,
                              wend_result* result) noexcept {
    if (program != nullptr) *program = nullptr;
    return c::answer(result, [&] {
        return detail::in_default_float_environment([&]() -> Result {
            c::require("program", program);
            std::vector<Stage> read;
            CustomCodes custom;
            c::for_each("stages", stages, count, [&](std::size_t i, const wend_stage& stage) {
                read.push_back(read_stage(stage, Place(c::text_name) / i, custom));
            });
            return build(std::move(read), program, std::move(custom));
        });
    });
}

wend_code wend_program_from_json(const char* text, size_t length, const wend_paths* paths,
                                 wend_program** program, wend_result* result) noexcept {
    if (program != nullptr) *program = nullptr;
    return c::answer(result, [&] {
        return detail::in_default_float_environment([&]() -> Result {
            c::require("program", program);
            c::require("text", text);
            const Json json = words::parse_json({text, length}, c::text_name, words::levels_to_write);
            StageContext context = c::context_with(paths);
            const words::StageList list = words::find_stages(json, Place(c::text_name), context);
            return build(words::read_stages(*list.stages, list.place, context), program);
        });
    });
}

void wend_program_destroy(wend_program* program) noexcept { delete program; }

size_t wend_program_stream_count(const wend_program* program) noexcept {
    if (program == nullptr) return 0;
    const Program& of = program->program;
    return of.streams().size() + of.outputs().size() + of.optional_inputs().size() + of.records().size();
}

wend_code wend_program_stream(const wend_program* program, size_t index, wend_stream_use* use,
                              wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        const std::uint32_t size = c::given_size(use);
        const auto streams = program->program.streams();
        const auto outputs = program->program.outputs();
        const auto optional = program->program.optional_inputs();
        const std::size_t count = wend_program_stream_count(program);
        if (index >= count)
            c::refuse(WEND_BAD_ARGUMENT, "index",
                      {"index is ", std::to_string(index), ", the program has ", std::to_string(count),
                       " streams"});
        const auto [stream, use_of] = [&]() -> std::pair<Stream, wend_use> {
            std::size_t at = index;
            if (at < streams.size()) return {streams[at].stream, static_cast<wend_use>(streams[at].use)};
            at -= streams.size();
            if (at < outputs.size()) return {outputs[at], WEND_USE_OUTPUT};
            at -= outputs.size();
            if (at < optional.size()) return {optional[at], WEND_USE_OPTIONAL};
            return {program->program.records()[at - optional.size()], WEND_USE_RECORD};
        }();
        wend_stream_use known WEND_STREAM_USE_INIT;
        known.struct_size = size;
        known.stream = static_cast<std::uint32_t>(stream);
        known.name = wend::name(stream).data();
        known.element = static_cast<wend_element>(info(stream).element);
        known.use = use_of;
        std::memcpy(use, &known, std::min<std::size_t>(size, sizeof known));
        return {};
    });
}

size_t wend_program_stage_count(const wend_program* program) noexcept {
    return program == nullptr ? 0 : program->program.stages().size();
}
const char* wend_program_stage_kind(const wend_program* program, size_t index) noexcept {
    if (index >= wend_program_stage_count(program)) return nullptr;
    return wend::name(program->program.stages()[index]).data();
}
int32_t wend_program_draws(const wend_program* program) noexcept {
    return program != nullptr && program->program.draws() ? 1 : 0;
}
int32_t wend_program_looks_at_others(const wend_program* program) noexcept {
    return program != nullptr && program->program.looks_at_others() ? 1 : 0;
}
