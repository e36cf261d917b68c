// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/src/tile/custom_call.hpp"
#include "tests/c/c_program.hpp"
#include "wend/wend.h"
#include "wend/wend.hpp"

namespace wend::test {

/// A stage of the C++ interface in the structs of C, whatever its parameters.
class CStage {
  public:
    explicit CStage(const Stage& stage) {
        std::visit(
            [&]<class S>(const S& one) {
                std::apply(
                    [&](const auto&... parameter) { (add(parameter.name, one.*parameter.member), ...); },
                    S::parameters());
                if constexpr (requires { one.function; }) add_code(one);
            },
            stage);
        stage_.kind = name(stage).data();
        stage_.parameters = parameters_.data();
        stage_.parameter_count = parameters_.size();
        stage_.paths = paths_.get();
        if (code_) stage_.custom = &code_->custom;
    }

    [[nodiscard]] const wend_stage& get() const { return stage_; }

  private:
    /// Code of the C++ interface behind C's.
    struct CppCode {
        std::variant<CustomForceFunction, CustomLocomotionFunction> function;
        void* context = nullptr;
        std::vector<Stream> reads, writes;
        std::vector<const char*> read_names, write_names;
        wend_custom custom WEND_CUSTOM_INIT;

        static std::int32_t call(void* context, const wend_custom_call* c) {
            const CppCode& code = *static_cast<const CppCode*>(context);
            std::array<const void*, stream_count> in{};
            std::array<void*, stream_count> out{};
            for (std::size_t i = 0; i < code.reads.size(); ++i)
                in[static_cast<std::size_t>(code.reads[i])] = c->reads[i];
            for (std::size_t i = 0; i < code.writes.size(); ++i)
                out[static_cast<std::size_t>(code.writes[i])] = c->writes[i];
            std::array<std::uint64_t, 8> faults{};
            CustomCall visible;
            visible.count = c->count;
            visible.dt = c->dt;
            visible.tick = c->tick;
            visible.seed = c->seed;
            visible.force_x = c->force_x;
            visible.force_y = c->force_y;
            const CustomCall call = detail::CustomCallAccess::with(visible, {.in = in.data(),
                                                                             .out = out.data(),
                                                                             .slots = c->slots,
                                                                             .first_slot = c->first_slot,
                                                                             .ids = c->ids,
                                                                             .first_id = c->first_id,
                                                                             .first_in_group = 0,
                                                                             .faults = faults.data()});
            std::int32_t given = 0;
            if (const auto* force = std::get_if<CustomForceFunction>(&code.function))
                given = (*force)(code.context, call) ? 1 : 0;
            else
                std::get<CustomLocomotionFunction>(code.function)(code.context, call);
            for (std::size_t i = 0; i < c->count; ++i)
                if ((faults[i / 64] >> (i % 64) & 1) != 0) wend_custom_fault(c, i);
            return given;
        }
    };

    struct DestroyPaths {
        void operator()(wend_paths* paths) const { wend_paths_destroy(paths); }
    };

    template <class S>
    void add_code(const S& stage) {
        code_ = std::make_unique<CppCode>();
        code_->function = stage.function;
        code_->context = stage.context;
        // The C++ call shows the written streams by itself; in C they must be named.
        list(stage.streams().read | stage.writes, code_->reads, code_->read_names);
        list(stage.writes, code_->writes, code_->write_names);
        wend_custom& custom = code_->custom;
        custom.draws = stage.draws ? 1 : 0;
        custom.function = CppCode::call;
        custom.context = code_.get();
        custom.reads = code_->read_names.data();
        custom.read_count = code_->read_names.size();
        custom.writes = code_->write_names.data();
        custom.write_count = code_->write_names.size();
    }
    static void list(StreamSet set, std::vector<Stream>& streams, std::vector<const char*>& names) {
        for (const Stream stream : set) {
            streams.push_back(stream);
            names.push_back(name(stream).data());
        }
    }

    void add(const char* name, float value) {
        parameters_.push_back(WEND_NUMBER(name, static_cast<double>(value)));
    }
    void add(const char* name, const std::optional<float>& value) {
        if (value) add(name, *value);
    }
    void add(const char* name, std::uint32_t value) {
        parameters_.push_back(WEND_NUMBER(name, static_cast<double>(value)));
    }
    void add(const char* name, bool value) { parameters_.push_back(WEND_NUMBER(name, value ? 1.0 : 0.0)); }
    void add(const char* name, const Rectangle& area) {
        if (area.min_x < area.max_x)
            parameters_.push_back(WEND_AREA(name, static_cast<double>(area.min_x),
                                            static_cast<double>(area.min_y), static_cast<double>(area.max_x),
                                            static_cast<double>(area.max_y)));
    }
    void add(const char* name, const Target& target) {
        if (target.point)
            parameters_.push_back(
                WEND_POINT(name, static_cast<double>(target.point->x), static_cast<double>(target.point->y)));
        else
            add(name, target.streams);
    }
    template <class E>
    requires std::is_enum_v<E>
    void add(const char* name, E value) {
        for (const auto& word : words_of(E{}))
            if (word.value == value) parameters_.push_back(WEND_WORD(name, word.name));
    }
    /// JSON text, which the stage keeps.
    void add_text(const char* name, std::string text) {
        texts_.push_back(std::make_unique<std::string>(std::move(text)));
        parameters_.push_back(WEND_WORD(name, texts_.back()->c_str()));
    }
    static std::string point(float x, float y) { return fmt::format("[{:.9g}, {:.9g}]", x, y); }
    void add(const char* name, const ObstacleSet& set) {
        std::vector<std::string> circles, walls, polygons;
        std::vector<std::string> corners;  // of the polygon so far
        Obstacle first;
        for (std::size_t i = 0; i < set.size(); ++i) {
            const Obstacle one = set.obstacle(i);
            if (one.of_polygon) {
                if (corners.empty()) first = one;
                corners.push_back(point(one.from_x, one.from_y));
                if (corners.size() < 3 || one.to_x != first.from_x || one.to_y != first.from_y) continue;
                polygons.push_back(fmt::format("[{}]", fmt::join(corners, ", ")));
                corners.clear();
            } else if (one.radius > 0)
                circles.push_back(
                    fmt::format("[{:.9g}, {:.9g}, {:.9g}]", one.from_x, one.from_y, one.radius));
            else
                walls.push_back(
                    fmt::format("[{}, {}]", point(one.from_x, one.from_y), point(one.to_x, one.to_y)));
        }
        add_text(name,
                 fmt::format(R"({{"circles": [{}], "walls": [{}], "polygons": [{}]}})",
                             fmt::join(circles, ", "), fmt::join(walls, ", "), fmt::join(polygons, ", ")));
    }
    void add(const char* name, const FlowField& field) {
        const FlowGrid& grid = field.grid();
        std::vector<double> x, y;
        for (std::uint32_t row = 0; row < grid.rows; ++row)
            for (std::uint32_t column = 0; column < grid.columns; ++column) {
                x.push_back(field.velocity(column, row).x);
                y.push_back(field.velocity(column, row).y);
            }
        add_text(name, fmt::format(R"({{"area": [{:.9g}, {:.9g}, {:.9g}, {:.9g}], "columns": {}, "rows": {},)"
                                   R"( "velocity_x": [{:.9g}], "velocity_y": [{:.9g}]}})",
                                   grid.area.min_x, grid.area.min_y, grid.area.max_x, grid.area.max_y,
                                   grid.columns, grid.rows, fmt::join(x, ", "), fmt::join(y, ", ")));
    }
    /// The set once more, without offsets, which it does not give back.
    void add(const char*, const PathSet& set) {
        std::vector<std::vector<wend_point>> points(set.size());
        std::vector<wend_path> given;
        for (std::size_t path = 0; path < set.size(); ++path) {
            for (std::uint32_t node = 0; node < set.node_count(path); ++node) {
                const Point point = set.node(path, node);
                points[path].push_back({point.x, point.y});
            }
            wend_path one WEND_PATH_INIT;
            one.points = points[path].data();
            one.point_count = points[path].size();
            one.closed = set.segment_count(path, PathMode::once) == set.node_count(path) ? 1 : 0;
            given.push_back(one);
        }
        wend_paths* made = nullptr;
        wend_result result = WEND_RESULT_INIT;
        EXPECT_EQ(wend_paths_create(given.data(), given.size(), &made, &result), WEND_OK) << result.message;
        paths_.reset(made);
    }

    wend_stage stage_ WEND_STAGE_INIT;
    std::vector<wend_parameter> parameters_;
    std::vector<std::unique_ptr<std::string>> texts_;
    std::unique_ptr<wend_paths, DestroyPaths> paths_;
    std::unique_ptr<CppCode> code_;
};

/// A whole program. Must outlive the handle where it has custom stages.
class CProgram {
  public:
    explicit CProgram(const Program& program) {
        for (const Stage& stage : program.stages()) stages_.push_back(std::make_unique<CStage>(stage));
        std::vector<wend_stage> stages;
        for (const auto& stage : stages_) stages.push_back(stage->get());
        wend_program* made = nullptr;
        wend_result result = WEND_RESULT_INIT;
        EXPECT_EQ(wend_program_create(stages.data(), stages.size(), &made, &result), WEND_OK)
            << result.message;
        program_.reset(made);
    }
    [[nodiscard]] wend_program* get() const { return program_.get(); }
    [[nodiscard]] const wend_stage& stage(std::size_t index) const { return stages_[index]->get(); }

  private:
    std::vector<std::unique_ptr<CStage>> stages_;
    ProgramHandle program_;
};

}  // namespace wend::test
