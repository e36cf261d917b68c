// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// A host process may fork, share one program among its threads, and load and unload copies of the library.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/host_copy.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "support/thread_pool.hpp"

namespace wend::test {
namespace {

constexpr std::size_t agents = 20'000;

/// A job system without threads: it runs the blocks one after the other.
void one_by_one(void*, std::uint32_t count, void (*body)(void*, std::uint32_t, std::uint32_t),
                void* context) {
    for (std::uint32_t block = 0; block < count; ++block) body(context, block, block + 1);
}

/// Some ticks from a fixed start, with small blocks so that several threads have work.
struct Attempt {
    explicit Attempt(const ProgramCase& test, Execution execution)
        : population(test.population(agents, 9, Values::ordinary)) {
        execution.block = 256;
        result = run(test.program, population.view(), {.dt = test.dt, .count = 3, .first_tick = 0, .seed = 5},
                     execution);
    }
    Population population;
    Result result;
};

/// Runs `body` in a child process and returns its exit status; -1 when the child ended otherwise. A child
/// that hangs is killed.
int in_child(const std::function<int()>& body) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        _exit(body());
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

constexpr Execution by_tbb{.threading = Threading::tbb};
constexpr Execution serially{.threading = Threading::serial};
constexpr Execution by_callback{.threading = Threading::callback, .jobs = {.parallel_for = one_by_one}};

TEST(Fork, TheChildOfAProcessThatUsedTbbWorksWithoutIt) {
    const ProgramCase& test = program_case("wander_world_wrap_values");
    const Attempt expected(test, by_tbb);
    ASSERT_TRUE(expected.result.status.ok());
    const int wrong = in_child([&] {
        const Attempt refused(test, by_tbb);
        if (refused.result.status.code != Code::threading_after_fork) return 1;
        if (!same_bits(test.population(agents, 9, Values::ordinary), refused.population)) return 2;
        if (validate(test.program, Population(expected.population).view(), {.dt = test.dt, .first_tick = 0})
                .status.code != Code::threading_after_fork)
            return 3;
        Population by_one_block(test.population(agents, 9, Values::ordinary));  // which shares nothing
        if (!run(test.program, by_one_block.view(), {.dt = test.dt, .count = 3, .first_tick = 0, .seed = 5},
                 {.threading = Threading::tbb, .block = 2 * agents})
                 .status.ok())
            return 6;
        if (!same_bits(expected.population, by_one_block)) return 7;
        for (const Execution& execution :
             {serially, by_callback, Execution{.threading = Threading::tbb, .max_threads = 1}}) {
            const Attempt attempt(test, execution);
            if (!attempt.result.status.ok()) return 4;
            if (!same_bits(expected.population, attempt.population)) return 5;
        }
        return 0;
    });
    EXPECT_EQ(wrong, 0);
    EXPECT_TRUE(Attempt(test, by_tbb).result.status.ok()) << "the parent is not affected";
    EXPECT_NE(message({.code = Code::threading_after_fork, .subject = "oneTBB"}).find("fork"),
              std::string::npos);
}

// In a new process, in which no earlier test has used oneTBB.
TEST(Fork, TheChildOfAProcessThatNeverUsedTbbMayUseIt) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(_exit(in_child([] {
                    const ProgramCase& test = program_case("seek_none_streams");
                    return Attempt(test, by_tbb).result.status.ok() ? 0 : 1;
                })),
                ::testing::ExitedWithCode(0), "");
}

TEST(Threads, ShareOneProgram) {
    const ProgramCase& test = program_case("prioritised_path_follow");
    const Attempt expected(test, serially);
    ThreadPool pool(2);
    std::array<std::string, 8> wrong;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t)
        threads.emplace_back([&, t] {
            for (int round = 0; round < 3; ++round)
                for (const Isa isa : supported_isas()) {
                    Execution execution =
                        std::array{by_tbb, serially, by_callback}[(t + static_cast<std::size_t>(round)) % 3];
                    execution.isa = isa;
                    const Attempt attempt(test, execution);
                    if (const auto same = same_bits(expected.population, attempt.population); !same)
                        wrong[t] = same.message();
                }
        });
    for (std::thread& thread : threads) thread.join();
    for (const std::string& what : wrong) EXPECT_EQ(what, "");
}

#if defined(WEND_HOST_COPY_A)
/// A shared object that contains a static wend.
class Copy {
  public:
    Copy(const char* file, int how) : handle_(dlopen(file, RTLD_NOW | how)) {
        if (handle_ == nullptr) ADD_FAILURE() << dlerror();
    }
    ~Copy() {
        if (handle_ != nullptr) dlclose(handle_);
    }
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;

    [[nodiscard]] std::uint64_t hash(Threading threading) const {
        void* const symbol = handle_ == nullptr ? nullptr : dlsym(handle_, host_copy_hash_name);
        return symbol == nullptr ? 0 : reinterpret_cast<HostCopyHash>(symbol)(static_cast<int>(threading));
    }

  private:
    void* handle_;
};

[[nodiscard]] bool is_loaded(const char* file) {
    void* const handle = dlopen(file, RTLD_NOW | RTLD_NOLOAD);
    if (handle != nullptr) dlclose(handle);
    return handle != nullptr;
}

TEST(Copies, OfTheLibraryWorkSideBySide) {
    const std::uint64_t expected = host_copy_hash(static_cast<int>(Threading::serial));
    for (const int how : {RTLD_LOCAL, RTLD_GLOBAL}) {
        const Copy a(WEND_HOST_COPY_A, how);
        const Copy b(WEND_HOST_COPY_B, how);
        for (const Threading threading : {Threading::serial, Threading::tbb}) {
            EXPECT_EQ(a.hash(threading), expected);
            EXPECT_EQ(b.hash(threading), expected);
            EXPECT_EQ(host_copy_hash(static_cast<int>(threading)), expected);
        }
        std::array<std::uint64_t, 2> hashes{};
        std::thread one([&] { hashes[0] = a.hash(Threading::tbb); });
        std::thread other([&] { hashes[1] = b.hash(Threading::tbb); });
        one.join();
        other.join();
        EXPECT_EQ(hashes, (std::array{expected, expected}));
    }
}

TEST(Copies, AreLoadedAndUnloadedRepeatedly) {
    const std::uint64_t expected = host_copy_hash(static_cast<int>(Threading::serial));
    for (int round = 0; round < 50; ++round) {
        {
            const Copy copy(WEND_HOST_COPY_A, RTLD_LOCAL);
            ASSERT_EQ(copy.hash(round % 2 == 0 ? Threading::tbb : Threading::serial), expected)
                << "round " << round;
        }
        ASSERT_FALSE(is_loaded(WEND_HOST_COPY_A)) << "the object stays loaded";
    }
}
#endif

}  // namespace
}  // namespace wend::test
