# Builds and installs the library with neither oneTBB nor xsimd, and programs with it that cannot find oneTBB.
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
file(REMOVE_RECURSE ${FOLDER} ${PREFIX})
set(without_tbb -DCMAKE_DISABLE_FIND_PACKAGE_TBB=ON)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${FOLDER}/wend ${toolchain} ${without_tbb} -DCMAKE_DISABLE_FIND_PACKAGE_xsimd=ON -DWEND_TBB=OFF
    -DWEND_ISAS=scalar -DWEND_WARNINGS_AS_ERRORS=ON -DWEND_BUILD_C=OFF -DWEND_BUILD_TESTS=OFF -DWEND_BUILD_BENCH=OFF -DWEND_BUILD_TOOLS=OFF)
run(${CMAKE_COMMAND} --build ${FOLDER}/wend)
run(${CMAKE_COMMAND} --install ${FOLDER}/wend --prefix ${PREFIX})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/find_package -B ${FOLDER}/consumer ${toolchain} ${without_tbb}
    -DCMAKE_PREFIX_PATH=${PREFIX} -DWEND_SOURCE=${SOURCE} "-DWEND_EXAMPLES=own_arrays|leave_a_room")
run(${CMAKE_COMMAND} --build ${FOLDER}/consumer)
compare_examples(${FOLDER}/consumer/examples)
