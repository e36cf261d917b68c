# Installs BUILD into an empty PREFIX; without BUILD, builds and installs the shared library.
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
if(NOT BUILD)
    set(BUILD ${FOLDER})
    # By the commands of this build, warnings as errors too, so that ccache has the kernels of every instruction set: six
    # minutes of a processor.
    run(${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD} ${toolchain} -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON
        -DWEND_WARNINGS_AS_ERRORS=ON -DCMAKE_INSTALL_LIBDIR=${LIBDIR} -DWEND_BUILD_TESTS=OFF -DWEND_BUILD_BENCH=OFF -DWEND_BUILD_TOOLS=OFF)
    run(${CMAKE_COMMAND} --build ${BUILD})
endif()
file(REMOVE_RECURSE ${PREFIX})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX})
