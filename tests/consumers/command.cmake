# The installed command, with ARGUMENTS.
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
run(${PREFIX}/${BINDIR}/wend ${ARGUMENTS})
