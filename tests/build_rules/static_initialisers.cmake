# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
# Loading the library runs none of its code: no object has anything for the loader to call. Otherwise an
# instruction set's code might run on a processor without it.
find_program(READELF readelf REQUIRED)
set(found)
set(seen 0)
foreach(object IN LISTS OBJECTS)
    execute_process(COMMAND ${READELF} --section-headers --wide ${object} OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)
    if(sections MATCHES " \\.text")
        math(EXPR seen "${seen} + 1")
    endif()
    if(sections MATCHES " \\.(preinit_array|init_array|ctors|init)[ .]")
        list(APPEND found ${object})
    endif()
endforeach()
if(found OR seen LESS 10)
    string(JOIN "\n  " found ${found})
    message(FATAL_ERROR "of ${seen} objects with code these have static initialisers:\n  ${found}")
endif()
