# An object compiled with an ISA's flags defines one symbol that the linker sees, its table, and nothing weak:
# a weak function would be merged with its namesakes and could reach a CPU that lacks the ISA. It needs
# nothing but memory functions, and what libm computes exactly.
include(${CMAKE_CURRENT_LIST_DIR}/symbols.cmake)
symbols(defined ${OBJECT} --defined-only --extern-only)
if(NOT defined MATCHES "^wend::detail::OfIsa<[^;]*, wend::detail::KernelTable>::table [DR]$")
    string(JOIN "\n  " defined ${defined})
    message(FATAL_ERROR "${OBJECT} defines\n  ${defined}\ninstead of its table alone")
endif()
symbols(undefined ${OBJECT} --undefined-only)
list(FILTER undefined EXCLUDE REGEX "^(_GLOBAL_OFFSET_TABLE_|mem(cpy|set|move|cmp)|(floor|trunc)f?|__assert_fail|wend::detail::.*) U$")
if(undefined)
    string(JOIN "\n  " undefined ${undefined})
    message(FATAL_ERROR "${OBJECT} needs\n  ${undefined}")
endif()
