# The target `wend_reference`, where there is Doxygen: the reference of the public headers, in reference/html.
find_program(WEND_DOXYGEN doxygen)
if(NOT WEND_DOXYGEN)
    return()
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/../docs/Doxyfile.in ${PROJECT_BINARY_DIR}/reference/Doxyfile @ONLY)
add_custom_target(wend_reference COMMAND ${WEND_DOXYGEN} ${PROJECT_BINARY_DIR}/reference/Doxyfile VERBATIM)
