# An object compiled with an instruction set's flags defines one symbol that the linker sees, its table, and nothing
# weak: a weak function would be merged with its namesakes and could reach a CPU that lacks the instruction set. It
# needs nothing but memory functions, and functions that libm computes exactly.
include(${CMAKE_CURRENT_LIST_DIR}/symbols.cmake)
foreach(object IN LISTS OBJECTS)
    symbols(defined ${object} --defined-only --extern-only)
    if(NOT defined MATCHES "^wend::detail::KernelObject<[^;]*>::table [DR]$")
        string(JOIN "\n  " defined ${defined})
        message(FATAL_ERROR "${object} defines\n  ${defined}\ninstead of its table alone")
    endif()
    symbols(undefined ${object} --undefined-only)
    list(FILTER undefined EXCLUDE REGEX "^(_GLOBAL_OFFSET_TABLE_|mem(cpy|set|move|cmp)|(floor|trunc)f?|__assert_fail|wend::detail::.*) U$")
    if(undefined)
        string(JOIN "\n  " undefined ${undefined})
        message(FATAL_ERROR "${object} needs\n  ${undefined}")
    endif()
endforeach()
