// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

/// Marks the symbols that a shared build of the library exports; all others are hidden.
#if defined(_WIN32) && defined(wend_EXPORTS)  // by CMake, in the sources of a DLL
#define WEND_API __declspec(dllexport)
#elif defined(_WIN32) && defined(WEND_DLL)  // by the target wend::wend, where it is a DLL
#define WEND_API __declspec(dllimport)
#elif defined(__GNUC__)
#define WEND_API __attribute__((visibility("default")))
#else
#define WEND_API
#endif
