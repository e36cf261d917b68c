# wend_tool_options(TARGET): the options of a tool. The library takes most of the time that a tool takes, which is
# therefore compiled at -O1, in 0.7 of the time of -O3. Static libraries share one precompiled header, that of
# wend_support; executables are compiled with other options.
function(wend_tool_options target)
    wend_options(${target})
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    get_target_property(type ${target} TYPE)
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR NOT type STREQUAL "STATIC_LIBRARY")
        return()
    elseif(target STREQUAL "wend_support")
        target_precompile_headers(wend_support PRIVATE
            <algorithm> <filesystem> <functional> <map> <optional> <string> <vector> <fmt/format.h> <wend/program.hpp>)
    elseif(TARGET wend_support)
        target_precompile_headers(${target} REUSE_FROM wend_support)
    endif()
endfunction()
