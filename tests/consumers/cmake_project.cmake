# Configures and builds PROJECT, a folder here, and runs its examples (EXAMPLES: a regular expression of folders). A project with an installed wend is built from
# scratch; one that compiles wend is built incrementally.
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
if(PREFIX)
    file(REMOVE_RECURSE ${FOLDER})
endif()
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/${PROJECT} -B ${FOLDER} ${toolchain} -DCMAKE_PREFIX_PATH=${PREFIX}
    -DWEND_SOURCE=${SOURCE} "-DWEND_EXAMPLES=${EXAMPLES}")
run(${CMAKE_COMMAND} --build ${FOLDER})
compare_examples(${FOLDER}/examples)
