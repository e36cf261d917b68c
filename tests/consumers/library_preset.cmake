# The preset `library` builds the library and nothing else, and turns no warning of a newer compiler into an error.
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
run(${CMAKE_COMMAND} -E chdir ${SOURCE} ${CMAKE_COMMAND} --preset library -B ${FOLDER} -DCMAKE_CXX_COMPILER=${COMPILER})
# Not a dry run, which ends at the check of globbed directories.
execute_process(COMMAND ${CMAKE_COMMAND} --build ${FOLDER} -- -t commands all OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n" lines "${commands}")
list(LENGTH lines steps)
set(most 60)
if(steps LESS 20 OR steps GREATER most)
    message(FATAL_ERROR "the preset takes ${steps} steps, must be in [20, ${most}]:\n${commands}")
endif()
if(commands MATCHES "-Werror")
    message(FATAL_ERROR "the preset compiles with -Werror")
endif()
