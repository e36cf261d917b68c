# The links of the installed pages lead to installed files.
include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)
set(SOURCE ${PREFIX}/${DOCDIR})
include(${CMAKE_CURRENT_LIST_DIR}/../build_rules/markdown.cmake)
