# Cross build for a processor without vectors of wend's (presets `riscv64` and `s390x`, the latter big-endian), which
# WEND_CROSS_PROCESSOR names, on a Debian of another one: packages g++-PROCESSOR-linux-gnu, qemu-user and googletest.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WEND_CROSS_PROCESSOR)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${WEND_CROSS_PROCESSOR})
set(CMAKE_C_COMPILER ${WEND_CROSS_PROCESSOR}-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER ${WEND_CROSS_PROCESSOR}-linux-gnu-g++)
set(CMAKE_FIND_ROOT_PATH /usr/${WEND_CROSS_PROCESSOR}-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${WEND_CROSS_PROCESSOR} -L /usr/${WEND_CROSS_PROCESSOR}-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
