# Configures and builds the project `add_subdirectory`, incrementally, and runs its examples.
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/add_subdirectory -B ${FOLDER} ${wend_build} -DWEND_SOURCE=${SOURCE})
run(${CMAKE_COMMAND} --build ${FOLDER})
compare_examples(${FOLDER}/examples)
