# Cross build for Windows on Debian: packages clang, lld, g++-mingw-w64-x86-64-posix (C++ library and Windows' headers),
# wine64 and googletest. Not by GCC, which does not align the stack for AVX there (isas.cmake refuses it).
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER clang)
set(CMAKE_CXX_COMPILER clang++)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_C_COMPILER_TARGET x86_64-w64-mingw32)
set(CMAKE_CXX_COMPILER_TARGET x86_64-w64-mingw32)

# Clang 14 does not find the folders by itself, whose version ends with "-posix", and would take Linux's headers.
set(windows_folder /usr/x86_64-w64-mingw32)
file(GLOB gcc_folder /usr/lib/gcc/x86_64-w64-mingw32/*-posix)
set(CMAKE_C_FLAGS_INIT "-nostdlibinc -idirafter ${windows_folder}/include")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -isystem ${gcc_folder}/include/c++ -isystem ${gcc_folder}/include/c++/x86_64-w64-mingw32")
# Programs and DLLs have the C++ library inside.
set(link_flags "-fuse-ld=lld -static -pthread -Wno-unused-command-line-argument")
foreach(folder IN ITEMS ${gcc_folder} ${windows_folder}/lib)
    string(APPEND link_flags " -B${folder} -L${folder}")
endforeach()
set(CMAKE_EXE_LINKER_FLAGS_INIT ${link_flags})
set(CMAKE_SHARED_LINKER_FLAGS_INIT ${link_flags})

set(CMAKE_FIND_ROOT_PATH ${windows_folder})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_CROSSCOMPILING_EMULATOR env WINEPREFIX=${CMAKE_BINARY_DIR}/wine ${CMAKE_CURRENT_LIST_DIR}/wine.sh)
