# Configures and builds PROJECT, a folder here, from nothing, and runs what came of it.
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
file(REMOVE_RECURSE ${FOLDER})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/${PROJECT} -B ${FOLDER} ${toolchain} -DCMAKE_PREFIX_PATH=${PREFIX}
    -DWEND_SOURCE=${SOURCE})
run(${CMAKE_COMMAND} --build ${FOLDER})
compare_examples(${FOLDER})
