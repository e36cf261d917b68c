// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/program.hpp"

#include <utility>

#include "float_environment.hpp"
#include "program/plan.hpp"

namespace wend {

using detail::about_stage;
using detail::draws_by_choice;
using detail::uses_of;

Expected<Program> Program::build(std::vector<Stage> stages, std::uint64_t headers) {
    if (headers != detail::headers_number)
        return Status{.code = Code::invalid_program,
                      .subject = "the headers and the library of wend are of different versions"};
    return detail::in_default_float_environment([&]() -> Expected<Program> {
        Expected<std::shared_ptr<detail::Plan>> plan = detail::make_plan(std::move(stages));
        if (!plan) return plan.status();
        return Program(*std::move(plan));
    });
}

Program::Program(const Program& other) {
    if (other.plan_ == nullptr) return;
    plan_ = std::make_shared<detail::Plan>(*other.plan_);
    detail::derive(*plan_);  // it points into its stages
}

Program& Program::operator=(const Program& other) {
    if (this != &other) *this = Program(other);
    return *this;
}

std::span<const Stage> Program::stages() const noexcept { return detail::PlanAccess::plan(*this).stages; }
std::span<const StreamUse> Program::streams() const noexcept {
    return detail::PlanAccess::plan(*this).streams;
}
std::span<const Stream> Program::records() const noexcept { return detail::PlanAccess::plan(*this).records; }
std::span<const Stream> Program::optional_inputs() const noexcept {
    return detail::PlanAccess::plan(*this).optional_inputs;
}
std::span<const Stream> Program::outputs() const noexcept { return detail::PlanAccess::plan(*this).outputs; }
bool Program::draws() const noexcept { return detail::PlanAccess::plan(*this).draws; }
bool Program::looks_at_others() const noexcept { return detail::PlanAccess::plan(*this).sight.others; }

Status Program::tune(std::size_t stage, const Stage& parameters) noexcept {
    return detail::in_default_float_environment([&]() -> Status {
        const auto refused = [](const char* why) {
            return Status{.code = Code::not_tunable, .subject = why};
        };
        if (stage >= stages().size()) return refused("the program has fewer stages");
        Stage& ours = plan_->stages[stage];
        if (ours.index() != parameters.index()) return refused("the stage is of another kind");
        if (Status s = detail::check_stage(parameters); !s) return about_stage(s, parameters, stage);
        if (!(uses_of(ours) == uses_of(parameters)) || draws_by_choice(ours) != draws_by_choice(parameters))
            return refused("these use other streams");
        const Stage before = ours;
        ours = parameters;
        if (Status s = detail::check_together(plan_->positive_max_speed, plan_->stages); !s) {
            ours = before;
            return s;
        }
        detail::derive(*plan_);
        return {};
    });
}

std::size_t workspace_size(const Program& program, const AgentView& agents) noexcept {
    return detail::workspace_words(detail::PlanAccess::plan(program), agents);
}

}  // namespace wend
