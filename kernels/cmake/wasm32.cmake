# Build for WebAssembly: package emscripten. No threads, and so no oneTBB.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER emcc)
set(CMAKE_CXX_COMPILER em++)
set(CMAKE_AR emar CACHE FILEPATH "")
set(CMAKE_RANLIB emranlib CACHE FILEPATH "")
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(CMAKE_CROSSCOMPILING_EMULATOR node)
# Emscripten 3.1.6 has LLVM 13's C++ library, which lacks parts of C++20.
# Exceptions are WebAssembly's own: those of Emscripten are made of calls of JavaScript, which a module here does without.
set(CMAKE_CXX_FLAGS_INIT "-fwasm-exceptions -include ${CMAKE_CURRENT_LIST_DIR}/libcxx13.hpp")
