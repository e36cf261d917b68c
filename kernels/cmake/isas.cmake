# The instruction sets that kernels are built for, as data: name, processor, compile flags.
# One object a folder of kernels each, compiled from src/kernel_object.cpp.in; names are those of enum wend::Isa.
# avx512 needs all five flags: xsimd 8.1.0 does not compile with AVX-512 F alone, nor without BW.
# WEND_BASELINE_<processor>: the flags of all objects, before an instruction set's own; -mno-sse3 excludes everything newer than SSE2.
set(WEND_BASELINE_x86 -march=x86-64 -mno-sse3 -mfpmath=sse)
set(WEND_BASELINE_arm -march=armv8-a)
set(WEND_BASELINE_wasm)
set(WEND_BASELINE_other)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    set(WEND_PROCESSOR x86)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    set(WEND_PROCESSOR arm)
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL wasm32)
    set(WEND_PROCESSOR wasm)
else()
    set(WEND_PROCESSOR other)  # has `scalar` alone
endif()

set(all_isas scalar sse2 avx2 avx512 neon64 simd128)
# Of every processor: one lane, and no vectors by the compiler either.
set(WEND_ISA_scalar_PROCESSOR ${WEND_PROCESSOR})
set(WEND_ISA_scalar_FLAGS -DWEND_SCALAR_LANES -fno-tree-vectorize -fno-tree-slp-vectorize)
set(WEND_ISA_sse2_PROCESSOR x86)
set(WEND_ISA_sse2_FLAGS -msse2)
set(WEND_ISA_avx2_PROCESSOR x86)
set(WEND_ISA_avx2_FLAGS -mavx2)
set(WEND_ISA_avx512_PROCESSOR x86)
set(WEND_ISA_avx512_FLAGS -mavx512f -mavx512cd -mavx512dq -mavx512bw -mavx512vl -mprefer-vector-width=512)
set(WEND_ISA_neon64_PROCESSOR arm)
# GCC's intrinsics add signed vectors by +, whose overflow is undefined: it made a > b of a + c > b + c where ids from
# 2^31 on wrap, and `queue` took the wrong agent for the one ahead.
set(WEND_ISA_neon64_FLAGS -fwrapv)
# Through Emscripten's SSE2, whose instructions are those of WebAssembly or a few of them.
set(WEND_ISA_simd128_PROCESSOR wasm)
set(WEND_ISA_simd128_FLAGS -msimd128 -msse2)

# WEND_BUILT_ISAS: the instruction sets that are built, in the order of all_isas.
set(isas_here)
foreach(isa IN LISTS all_isas)
    if(WEND_ISA_${isa}_PROCESSOR STREQUAL WEND_PROCESSOR)
        list(APPEND isas_here ${isa})
    endif()
endforeach()
set(WEND_ISAS "" CACHE STRING "Instruction sets that are built, separated by semicolons (empty: all of this processor; the library alone without scalar where there are others)")

# wend_check_names(OPTION WHAT NAME...): refuses an option that lists other names.
function(wend_check_names option what)
    foreach(name IN LISTS ${option})
        if(NOT name IN_LIST ARGN)
            string(JOIN ", " legal ${ARGN})
            message(FATAL_ERROR "${option}: ${name} is no ${what} (${legal})")
        endif()
    endforeach()
endfunction()
wend_check_names(WEND_ISAS "instruction set of this processor" ${isas_here})
set(wanted ${WEND_ISAS})
if(NOT wanted)
    set(wanted ${isas_here})
    # A call chooses scalar there only on request; without it, build time and size of the library are three quarters.
    if(WEND_PROCESSOR MATCHES "x86|arm" AND NOT (WEND_BUILD_TESTS OR WEND_BUILD_BENCH OR WEND_BUILD_TOOLS OR WEND_BUILD_FUZZ))
        list(REMOVE_ITEM wanted scalar)
    endif()
endif()
set(WEND_BUILT_ISAS)
foreach(isa IN LISTS isas_here)
    if(isa IN_LIST wanted)
        list(APPEND WEND_BUILT_ISAS ${isa})
    endif()
endforeach()

if(WIN32 AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND WEND_BUILT_ISAS MATCHES avx)
    message(FATAL_ERROR "WEND_ISAS: GCC does not align AVX's vectors on the stack of Windows; build with Clang, or for scalar and sse2")
endif()

# Every instruction set but `scalar` needs xsimd.
set(vector_isas ${WEND_BUILT_ISAS})
list(REMOVE_ITEM vector_isas scalar)
cmake_path(SET vendored NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../third_party)  # of the archive that tools/archive makes
if(EXISTS ${vendored})
    set(xsimd_INCLUDE_DIRS ${vendored})
elseif(vector_isas AND (WEND_PROCESSOR STREQUAL arm OR NOT CMAKE_CROSSCOMPILING))  # otherwise kernels/CMakeLists.txt finds it
    find_package(xsimd REQUIRED)
    if(xsimd_VERSION VERSION_LESS 8.1)
        message(FATAL_ERROR "wend needs xsimd 8.1 or newer, found ${xsimd_VERSION}")
    endif()
endif()

# wend_built_isas(SOURCE...): sources that include src/simd/built_isas.hpp.
function(wend_built_isas)
    list(TRANSFORM WEND_BUILT_ISAS PREPEND "wend::Isa::" OUTPUT_VARIABLE enumerators)
    string(JOIN "," enumerators ${enumerators})
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_DEFINITIONS "WEND_BUILT_ISAS=${enumerators}")
endfunction()

# wend_isa_options(TARGET ISA): the options of an object of that instruction set, besides wend_options. Never below -O1, nor at -Os: there xsimd's
# functions are emitted as weak copies compiled with that ISA's flags, and the linker may use them everywhere.
function(wend_isa_options target isa)
    target_compile_options(${target} PRIVATE ${WEND_ISA_${isa}_FLAGS} -fno-exceptions
        $<$<OR:$<CONFIG:Debug>,$<NOT:$<BOOL:$<CONFIG>>>>:-O1> $<$<CONFIG:MinSizeRel>:-O2>)
    # GCC 12 warns falsely inside its own avx512fintrin.h.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND isa STREQUAL "avx512")
        target_compile_options(${target} PRIVATE -Wno-uninitialized -Wno-maybe-uninitialized)
    endif()
    # Not the imported target `xsimd`: Debian's links a library xtl that nothing depends on.
    if(NOT isa STREQUAL scalar)
        target_include_directories(${target} SYSTEM PRIVATE ${xsimd_INCLUDE_DIRS})
    endif()
endfunction()
