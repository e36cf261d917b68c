# Variables of every script here: SOURCE (wend), FOLDER (working folder), PREFIX (of the installation), LIBDIR (below it), BUILD (the
# build that is installed there first; without it something is installed already), EXPECTED (the folder of this build's examples), ISAS
# (the instruction sets of a build; empty for all), GENERATOR, COMPILER, LAUNCHER.
function(run)
    execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT status EQUAL 0)
        string(JOIN " " command ${ARGV})
        message(FATAL_ERROR "${command}\n${output}failed: ${status}")
    endif()
endfunction()

# Installs the build `build` into PREFIX, which starts empty.
function(install_build build)
    file(REMOVE_RECURSE ${PREFIX})
    run(${CMAKE_COMMAND} --install ${build} --prefix ${PREFIX})
endfunction()

# Expects every example in `folder` to print the same as that of this build.
function(compare_examples folder)
    file(GLOB examples RELATIVE ${folder} ${folder}/*)
    list(LENGTH examples count)
    if(count LESS 2)
        message(FATAL_ERROR "only ${count} examples in ${folder}")
    endif()
    foreach(example IN LISTS examples)
        execute_process(COMMAND ${EXPECTED}/${example} OUTPUT_VARIABLE expected ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
        execute_process(COMMAND ${folder}/${example} OUTPUT_VARIABLE actual ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
        if(expected STREQUAL "" OR NOT actual STREQUAL expected)
            message(FATAL_ERROR "${example} printed\n${actual}instead of\n${expected}")
        endif()
    endforeach()
endfunction()

# Compiler settings for a fresh configuration, and for one that builds wend.
set(toolchain -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
set(wend_build ${toolchain})
if(ISAS)
    list(APPEND wend_build -DWEND_ISAS=${ISAS})
endif()
if(BUILD)
    install_build(${BUILD})
endif()
