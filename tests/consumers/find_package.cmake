# Configures and builds the project `find_package`, with an installed wend, and runs its examples (EXAMPLES: a regular expression of folders).
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
file(REMOVE_RECURSE ${FOLDER})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/find_package -B ${FOLDER} ${toolchain} -DCMAKE_PREFIX_PATH=${PREFIX}
    -DWEND_SOURCE=${SOURCE} "-DWEND_EXAMPLES=${EXAMPLES}")
run(${CMAKE_COMMAND} --build ${FOLDER})
compare_examples(${FOLDER}/examples)
