# Builds and installs the shared library, whose exports are wend's own symbols, and builds programs with it: with CMake, with
# pkg-config, and those of the C library.
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
# With -Werror as this build has it, so that ccache holds the objects of both.
set(wend ${FOLDER}/wend)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${wend} ${wend_build} -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON
    -DWEND_WARNINGS_AS_ERRORS=ON -DCMAKE_INSTALL_LIBDIR=${LIBDIR} -DWEND_BUILD_TESTS=OFF -DWEND_BUILD_BENCH=OFF -DWEND_BUILD_TOOLS=OFF)
run(${CMAKE_COMMAND} --build ${wend})
install_build(${wend})
include(${CMAKE_CURRENT_LIST_DIR}/shared_exports.cmake)
set(folder ${FOLDER})
set(EXAMPLES "own_arrays|job_system")
foreach(consumer IN ITEMS find_package pkg_config c)
    set(FOLDER ${folder}/${consumer})
    include(${CMAKE_CURRENT_LIST_DIR}/${consumer}.cmake)
endforeach()
