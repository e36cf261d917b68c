# Builds the library for size, with two stages and one instruction set, and programs with it: a small one, a fully static one, and one that is
# refused a stage which this build leaves out.
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
file(REMOVE_RECURSE ${FOLDER} ${PREFIX})
set(library -S ${SOURCE} ${toolchain} -DCMAKE_BUILD_TYPE=MinSizeRel -DWEND_ISAS=${ISAS} -DWEND_TBB=OFF -DWEND_BUILD_C=OFF -DWEND_BUILD_TESTS=OFF
    -DWEND_BUILD_BENCH=OFF -DWEND_BUILD_TOOLS=OFF)

execute_process(COMMAND ${CMAKE_COMMAND} ${library} -B ${FOLDER}/unknown "-DWEND_STAGES=seek;wonder"
                RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE output)
if(status EQUAL 0 OR NOT output MATCHES "WEND_STAGES: wonder is no stage")
    message(FATAL_ERROR "a stage that does not exist was not refused:\n${output}")
endif()

# Not by `run`, which would cut the list in two.
execute_process(COMMAND ${CMAKE_COMMAND} ${library} -B ${FOLDER}/wend "-DWEND_STAGES=seek;wander" -DWEND_WARNINGS_AS_ERRORS=ON
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
run(${CMAKE_COMMAND} --build ${FOLDER}/wend)
run(${CMAKE_COMMAND} --install ${FOLDER}/wend --prefix ${PREFIX})
foreach(kind IN ITEMS dynamic static)
    set(flags "-DCMAKE_EXE_LINKER_FLAGS=-Wl,--gc-sections")
    if(kind STREQUAL static)
        string(APPEND flags " -static")
    endif()
    run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/few_stages -B ${FOLDER}/${kind} ${toolchain} "${flags}" -DCMAKE_BUILD_TYPE=Release
        -DCMAKE_PREFIX_PATH=${PREFIX} -DWEND_SOURCE=${SOURCE})
    run(${CMAKE_COMMAND} --build ${FOLDER}/${kind})
    execute_process(COMMAND ${EXPECTED}/own_arrays OUTPUT_VARIABLE expected COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${FOLDER}/${kind}/own_arrays/own_arrays OUTPUT_VARIABLE actual COMMAND_ERROR_IS_FATAL ANY)
    if(NOT actual STREQUAL expected)
        message(FATAL_ERROR "own_arrays printed\n${actual}instead of\n${expected}")
    endif()
    execute_process(COMMAND ${FOLDER}/${kind}/left_out OUTPUT_VARIABLE actual COMMAND_ERROR_IS_FATAL ANY)
    if(NOT actual STREQUAL "stage 1 (arrive): is left out of this build of wend (WEND_STAGES)\n")
        message(FATAL_ERROR "left_out printed\n${actual}")
    endif()
endforeach()

find_program(STRIP strip REQUIRED)
run(${STRIP} ${FOLDER}/dynamic/own_arrays/own_arrays)
file(SIZE ${FOLDER}/dynamic/own_arrays/own_arrays size)
message(STATUS "own_arrays has ${size} bytes")
if(size GREATER 400000)
    message(FATAL_ERROR "an executable with three stages has ${size} bytes, more than 400,000")
endif()
