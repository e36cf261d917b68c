# Cross build for AArch64 on a Debian of another processor: packages g++-aarch64-linux-gnu, qemu-user, and for arm64
# libtbb-dev, libxsimd-dev, for the tests also libgtest-dev, libfmt-dev, libcsv-dev. They may be installed (multiarch), or
# unpacked (dpkg -x) with what they depend on into the folder that the environment's WEND_AARCH64_ROOT names.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
if(NOT "$ENV{WEND_AARCH64_ROOT}" STREQUAL "")
    set(CMAKE_FIND_ROOT_PATH $ENV{WEND_AARCH64_ROOT})
    list(APPEND CMAKE_CROSSCOMPILING_EMULATOR -L $ENV{WEND_AARCH64_ROOT})
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
