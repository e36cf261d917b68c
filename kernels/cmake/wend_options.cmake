# wend_options(TARGET): what every target of wend's own is compiled with.
#
# -ffp-contract=off: contracting a * b + c into one rounding is the one value-changing transformation that GCC has on by
# default; it would make the bits depend on the ISA. -fno-math-errno: lets sqrt be one instruction; it changes no value.
# -fno-fast-math: a project that adds wend as a subdirectory may have -ffast-math among its own flags.
function(wend_options target)
    target_compile_features(${target} PUBLIC cxx_std_20)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden
                                               VISIBILITY_INLINES_HIDDEN ON POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE -fno-fast-math -ffp-contract=off -fno-math-errno
                           -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wdouble-promotion)
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
