# wend_options(TARGET): the options of every target of wend's own.
#
# -ffp-contract=off: contracting a * b + c into one rounding is the one value-changing transformation that GCC has on by
# default; it would make the bits depend on the ISA. -fno-math-errno: lets sqrt be one instruction; it changes no value.
#
# The rest undoes flags and settings of a project that adds wend as a subdirectory: -ffast-math and its parts, floats for
# doubles, x87, an instruction set for everything (-march=native; every object has its own here, or the processor family's oldest),
# link-time optimisation and unity builds (which would mix objects of different instruction sets).
include(${CMAKE_CURRENT_LIST_DIR}/isas.cmake)

# Of the libraries, which throw and catch in a project with -fno-exceptions too. WebAssembly's toolchain file chooses the kind.
set(WEND_EXCEPTIONS -fexceptions)
if(WEND_PROCESSOR STREQUAL wasm)
    set(WEND_EXCEPTIONS)
endif()

function(wend_options target)
    target_compile_features(${target} PUBLIC cxx_std_20)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden
                                               VISIBILITY_INLINES_HIDDEN ON)
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF INTERPROCEDURAL_OPTIMIZATION OFF)
    foreach(config IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
        string(TOUPPER ${config} config)
        set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION_${config} OFF)
    endforeach()
    # One "unique" symbol of the standard library, and dlclose leaves a plug-in with wend inside in the process for ever.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-single-precision-constant;-fno-gnu-unique>)
    target_compile_options(${target} PRIVATE ${WEND_BASELINE_${WEND_PROCESSOR}} -fno-lto -fno-fast-math -ffp-contract=off -fno-math-errno
                           -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wdouble-promotion)
    if(WEND_PROCESSOR STREQUAL wasm)
        # A size has 32 bits there; the 64-bit counts fit.
        target_compile_options(${target} PRIVATE -Wno-shorten-64-to-32)
    else()
        set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
    if(WEND_WARNINGS_AS_ERRORS)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
    if(WEND_SANITIZE)
        target_compile_options(${target} PRIVATE -fsanitize=${WEND_SANITIZE} -fno-sanitize-recover=all
                                                 -fno-omit-frame-pointer)
        # GCC 12 warns falsely about instrumented code, inside <regex> for one.
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
            target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
        endif()
        target_link_options(${target} PUBLIC -fsanitize=${WEND_SANITIZE})
    endif()
endfunction()
