// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <io.h>
// The order matters: windows.h defines what shellapi.h needs.
#include <windows.h>

#include <shellapi.h>

#include <csignal>
#include <vector>

#include "tools/support/system.hpp"

namespace wend::support {

void use_utf8(int& argc, char**& argv) {
    static std::vector<std::string> arguments;
    static std::vector<char*> pointers;
    wchar_t** const wide = CommandLineToArgvW(GetCommandLineW(), &argc);
    for (int i = 0; i < argc; ++i) arguments.push_back(std::filesystem::path(wide[i]).string());
    LocalFree(wide);
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    argv = pointers.data();
    SetConsoleOutputCP(CP_UTF8);
    for (std::FILE* const stream : {stdin, stdout}) _setmode(_fileno(stream), _O_BINARY);
}

std::filesystem::path this_program() {
    std::wstring name(32'768, L'\0');  // the longest path of Windows
    name.resize(GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size())));
    return name;
}

std::uint64_t memory_bytes() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    return GlobalMemoryStatusEx(&status) != 0 ? status.ullTotalPhys : UINT64_MAX;
}

bool is_terminal(std::FILE* stream) { return _isatty(_fileno(stream)) != 0; }

std::size_t terminal_columns() {
    CONSOLE_SCREEN_BUFFER_INFO info{};
    if (GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info) == 0) return 80;
    return static_cast<std::size_t>(info.srWindow.Right - info.srWindow.Left + 1);
}

int open_to_read(const std::filesystem::path& file) {
    return _wopen(file.c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT);
}

void handle_signals(void (*end)(int), void (*)(int)) {
    for (const int signal : {SIGINT, SIGTERM, SIGBREAK}) std::signal(signal, end);
}

std::string signal_name(int signal) {
    return signal == SIGINT ? "SIGINT" : signal == SIGTERM ? "SIGTERM" : "SIGBREAK";
}

}  // namespace wend::support
