# Compiles the examples without CMake, as a Makefile would.
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
find_program(PKG_CONFIG pkg-config REQUIRED)
set(ENV{PKG_CONFIG_PATH} ${PREFIX}/${LIBDIR}/pkgconfig)
set(ENV{LD_LIBRARY_PATH} ${PREFIX}/${LIBDIR})
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs wend OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
foreach(example IN ITEMS own_arrays own_threads)
    run(${COMPILER} -std=c++20 ${SOURCE}/kernels/examples/${example}.cpp -pthread ${flags} -o ${FOLDER}/${example})
endforeach()
compare_examples(${FOLDER})
