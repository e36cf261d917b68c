# Programs that use the C library of an installed wend: in C99, by CMake without a C++ compiler and by pkg-config; in C++ without
# exceptions, with the standard library's debug mode, where containers differ from those within wend.
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
find_program(PKG_CONFIG pkg-config REQUIRED)
set(ENV{PKG_CONFIG_PATH} ${PREFIX}/${LIBDIR}/pkgconfig)
set(ENV{LD_LIBRARY_PATH} ${PREFIX}/${LIBDIR})
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs wend_c OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
set(strict -Wall -Wextra -Wpedantic -Werror)
run(${C_COMPILER} -std=c99 ${strict} ${SOURCE}/kernels/examples/c/from_c.c ${flags} -o ${FOLDER}/by_pkg_config)
run(${COMPILER} -std=c++20 ${strict} -fno-exceptions -fno-rtti -D_GLIBCXX_DEBUG -D_GLIBCXX_ASSERTIONS
    ${CMAKE_CURRENT_LIST_DIR}/c/no_exceptions.cpp ${flags} -o ${FOLDER}/no_exceptions)
foreach(file IN ITEMS wend_api.json csharp/Wend.cs)
    if(NOT EXISTS ${PREFIX}/share/wend/${file})
        message(FATAL_ERROR "not installed: share/wend/${file}")
    endif()
endforeach()
# oneTBB is inside.
run(${CMAKE_COMMAND} -S ${SOURCE}/kernels/examples/c -B ${FOLDER}/build -G ${GENERATOR} -DCMAKE_C_COMPILER=${C_COMPILER}
    -DCMAKE_PREFIX_PATH=${PREFIX} -DCMAKE_DISABLE_FIND_PACKAGE_TBB=ON)
run(${CMAKE_COMMAND} --build ${FOLDER}/build)

execute_process(COMMAND ${EXPECTED}/from_c OUTPUT_VARIABLE expected COMMAND_ERROR_IS_FATAL ANY)
foreach(program IN ITEMS by_pkg_config build/from_c no_exceptions)
    execute_process(COMMAND ${FOLDER}/${program} OUTPUT_VARIABLE actual COMMAND_ERROR_IS_FATAL ANY)
    if(expected STREQUAL "" OR NOT actual STREQUAL expected)
        message(FATAL_ERROR "${program} printed\n${actual}instead of\n${expected}")
    endif()
endforeach()
