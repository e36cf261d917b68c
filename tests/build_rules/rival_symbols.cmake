# An object of the benchmarks' rivals, compiled for a newer processor than the rest, defines its tables, and
# nothing weak that another object may have under the same name: only functions that a library made for this
# target alone, in a namespace of its own.
include(${CMAKE_CURRENT_LIST_DIR}/symbols.cmake)
symbols(defined ${OBJECT} --defined-only --extern-only)
set(tables ${defined})
list(FILTER tables INCLUDE REGEX "^wend::bench::rivals::[a-z_0-9]+ [DR]$")
if(NOT tables)
    message(FATAL_ERROR "${OBJECT} defines no table")
endif()
list(FILTER defined EXCLUDE REGEX "^wend::bench::rivals::[a-z_0-9]+ [DR]$")
cmake_path(GET OBJECT STEM name)
list(FILTER defined EXCLUDE REGEX "(^|[ <])wend_${name}::.* [WV]$")
if(defined)
    string(JOIN "\n  " defined ${defined})
    message(FATAL_ERROR "${OBJECT} defines with external linkage\n  ${defined}")
endif()
