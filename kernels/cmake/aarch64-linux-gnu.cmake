# Cross build for AArch64 on a Debian of another processor: packages g++-aarch64-linux-gnu, qemu-user, and for arm64
# libtbb-dev, libxsimd-dev, for the tests also libgtest-dev, libfmt-dev, libcsv-dev. They may be installed (multiarch), or
# unpacked (dpkg -x) with what they depend on into a folder: WEND_AARCH64_ROOT, a variable or one of the environment.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

# Kept in the cache: a later run of CMake may have another environment.
set(WEND_AARCH64_ROOT "$ENV{WEND_AARCH64_ROOT}" CACHE PATH "Folder with unpacked arm64 packages")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WEND_AARCH64_ROOT)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
if(WEND_AARCH64_ROOT)
    set(CMAKE_FIND_ROOT_PATH ${WEND_AARCH64_ROOT})
    list(APPEND CMAKE_CROSSCOMPILING_EMULATOR -L ${WEND_AARCH64_ROOT})
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
