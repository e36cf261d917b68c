# Cross build for AArch64 on a Debian of another processor: packages g++-aarch64-linux-gnu and qemu-user, and the arm64 libraries
# that `tools/sysroot` unpacks into a folder, which WEND_AARCH64_ROOT names.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_CXX_FLAGS_INIT -Wno-psabi)  # or GCC notes, at each pair of floats passed, that its ABI differs from that of GCC 9

set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WEND_AARCH64_ROOT)
set(CMAKE_FIND_ROOT_PATH ${WEND_AARCH64_ROOT})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${WEND_AARCH64_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
