# wend_text_constants(TARGET NAMESPACE HEADER FILE...): each file becomes a constant of the target, so that styles
# and scripts of pages are files of their own, and the program needs none of them where it runs. The header declares
# them: extern const std::string_view NAME, named like the file with underscores (page.css: page_css).
function(wend_text_constants target namespace header)
    set(constants)
    foreach(file IN LISTS ARGN)
        cmake_path(ABSOLUTE_PATH file)
        cmake_path(GET file FILENAME name)
        string(MAKE_C_IDENTIFIER ${name} name)
        file(READ ${file} text)
        string(APPEND constants "const std::string_view ${name} = R\"wend(${text})wend\";\n")
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    endforeach()
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_text_constants.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
        "#include \"@header@\"\n\nnamespace @namespace@ {\n@constants@}  // namespace @namespace@\n")
    target_sources(${target} PRIVATE ${source})
endfunction()
