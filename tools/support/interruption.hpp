// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <exception>

/// Signals that end a command which has something to tidy up: an unfinished file, a line on the terminal.
namespace wend::support {

/// From now on SIGINT, SIGTERM, SIGHUP and SIGPIPE are noted instead of ending the process, and SIGXFSZ makes
/// a write fail. Another one, more than a second after the first, ends it at once. A signal that the caller
/// ignores stays ignored.
void watch_signals();

/// The signal that was noted last and not taken yet; 0: none.
[[nodiscard]] int pending_signal() noexcept;

/// The same, and forgets it. The caller ends the command then.
[[nodiscard]] int take_signal() noexcept;

/// The exit status of a command that a signal ended, as a shell gives it.
[[nodiscard]] constexpr int exit_interrupted(int signal) noexcept { return 128 + signal; }

/// A signal asked for the end. No error: only the exit status tells.
class Interrupted : public std::exception {
  public:
    explicit Interrupted(int signal) : signal_(signal) {}
    [[nodiscard]] int signal() const noexcept { return signal_; }
    [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }

  private:
    int signal_;
};

/// Throws Interrupted if a signal is pending. Long work calls it from time to time.
void check_interruption();

}  // namespace wend::support
