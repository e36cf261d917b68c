// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/count/step_counter.hpp"

#include <signal.h>
#include <ucontext.h>

#include <bit>
#include <cstddef>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "tools/count/instruction_cost.hpp"
#include "tools/count/register_state.hpp"

extern "C" {
/// Calls body(context) with the trap flag set. The flag takes effect after the call instruction, so that the
/// first trap names body's first instruction.
void wend_bench_step(void (*body)(void*), void* context) noexcept;
extern const char wend_bench_step_end[];
}

asm(R"(
    .pushsection .text
    .globl wend_bench_step, wend_bench_step_end
    .hidden wend_bench_step, wend_bench_step_end
    .type wend_bench_step, @function
    .p2align 4
wend_bench_step:
    subq $8, %rsp
    movq %rdi, %rax
    movq %rsi, %rdi
    pushfq
    orl $0x100, (%rsp)
    popfq
    call *%rax
    pushfq
    andl $-257, (%rsp)
    popfq
    addq $8, %rsp
    ret
wend_bench_step_end:
    .size wend_bench_step, . - wend_bench_step
    .popsection
)");

namespace wend::count {

namespace {

/// One instruction that was executed.
struct Executed {
    std::uint64_t address = 0;  ///< 0: free
    std::uint64_t executions = 0;
    std::uint64_t units = 0;  ///< active ones, over all executions
    InstructionCost cost;
};

/// All that the handler touches, allocated beforehand: the handler may not allocate.
class Session {
  public:
    Session() : executed_(table_size) {}

    /// Async-signal-safe. Returns false when the table is full.
    bool step(const RegisterState& registers) noexcept {
        const std::uint64_t address = registers.rip();
        Executed* const one = find(address);
        if (one == nullptr) return false;
        const bool continues = address == previous_ && one->cost.mask == Mask::iteration;
        if (!continues) ++one->executions;
        previous_ = address;
        if (one->cost.mask != Mask::none) one->units += units(one->cost, registers);
        return true;
    }

    [[nodiscard]] AddressCounts counts() const {
        AddressCounts all;
        for (const Executed& one : executed_) {
            if (one.address == 0) continue;
            if (!one.cost.known)
                throw std::runtime_error("cannot count: the decoder does not know an executed instruction");
            Counts& counts = all[one.address];
            for (const CountField& field : count_fields)
                counts.*field.value =
                    one.executions * one.cost.always.*field.value + one.units * one.cost.unit.*field.value;
        }
        return all;
    }

    StateLayout layout = StateLayout::of_this_cpu();
    bool overflowed = false;

  private:
    static constexpr std::size_t table_size = 1 << 15;

    static std::uint64_t units(const InstructionCost& cost, const RegisterState& registers) noexcept {
        if (cost.mask == Mask::iteration) return registers.rcx() != 0 ? 1 : 0;
        const std::uint64_t bits = cost.mask == Mask::opmask
                                       ? registers.opmask(cost.mask_register)
                                       : registers.signs(cost.mask_register, cost.units, cost.element_size);
        const std::uint64_t lanes =
            cost.units >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << cost.units) - 1;
        return static_cast<std::uint64_t>(std::popcount(bits & lanes));
    }

    Executed* find(std::uint64_t address) noexcept {
        std::size_t place = static_cast<std::size_t>(address * 0x9e3779b97f4a7c15u >> 49);
        for (std::size_t tries = 0; tries < table_size; ++tries, place = (place + 1) % table_size) {
            Executed& one = executed_[place];
            if (one.address == address) return &one;
            if (one.address != 0) continue;
            one.address = address;
            one.cost = cost_of(reinterpret_cast<const void*>(address));
            return &one;
        }
        return nullptr;
    }

    std::vector<Executed> executed_;
    std::uint64_t previous_ = 0;
};

std::mutex one_at_a_time;
Session* session = nullptr;  // of the thread that holds the mutex, which is the one that traps
constexpr greg_t trap_flag = 0x100;

void on_trap(int, siginfo_t*, void* raw) {
    auto& context = *static_cast<ucontext_t*>(raw);
    const auto rip = static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
    const auto begin = reinterpret_cast<std::uint64_t>(&wend_bench_step);
    const auto end = reinterpret_cast<std::uint64_t>(&wend_bench_step_end);
    if (session == nullptr || (rip >= begin && rip < end)) return;
    if (session->step(RegisterState(context, session->layout))) return;
    session->overflowed = true;
    context.uc_mcontext.gregs[REG_EFL] &= ~trap_flag;
}

/// Installs the handler for the lifetime of this object.
class TrapHandler {
  public:
    TrapHandler() {
        struct sigaction action {};
        action.sa_sigaction = on_trap;
        action.sa_flags = SA_SIGINFO;
        sigemptyset(&action.sa_mask);
        if (sigaction(SIGTRAP, &action, &before_) != 0)
            throw std::system_error(errno, std::generic_category(), "sigaction");
    }
    ~TrapHandler() { sigaction(SIGTRAP, &before_, nullptr); }
    TrapHandler(const TrapHandler&) = delete;
    TrapHandler& operator=(const TrapHandler&) = delete;

  private:
    struct sigaction before_ {};
};

/// The argument of the stepped call; no exception may unwind through it.
struct Body {
    const std::function<void()>& function;
    std::exception_ptr error{};

    static void run(void* self) noexcept {
        auto& body = *static_cast<Body*>(self);
        try {
            body.function();
        } catch (...) {
            body.error = std::current_exception();
        }
    }
};

AddressCounts count_body(Body& body) {
    const std::lock_guard lock(one_at_a_time);
    Session current;
    (void)cost_of(reinterpret_cast<const void*>(
        &wend_bench_step));  // binds the decoder's symbols outside of the handler
    {
        const TrapHandler handler;
        session = &current;
        wend_bench_step(&Body::run, &body);
        session = nullptr;
    }
    if (body.error) std::rethrow_exception(body.error);
    if (current.overflowed) throw std::runtime_error("cannot count: too many different instructions");
    return current.counts();
}

}  // namespace

bool can_count() noexcept {
    static const bool can = [] {
        try {
            const std::function<void()> nothing = [] {};
            Body body{nothing};
            return !count_body(body).empty();
        } catch (...) {
            return false;
        }
    }();
    return can;
}

AddressCounts count_addresses(const std::function<void()>& body) {
    if (!can_count())
        throw std::runtime_error(
            "cannot count here: the processor's trap flag does not trap (under valgrind it does not)");
    Body stepped{body};
    return count_body(stepped);
}

Counts count_steps(const std::function<void()>& body) {
    Counts sum;
    for (const auto& [address, counts] : count_addresses(body)) sum += counts;
    return sum;
}

}  // namespace wend::count
