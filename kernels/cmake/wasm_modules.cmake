# Executables and modules in WebAssembly, for the preset `web`: kernels/npm, tools/live, tests/web.

# wend_web_sources(NAME): what the sources of a target need.
function(wend_web_sources name)
    wend_options(${name})
    target_include_directories(${name} SYSTEM PRIVATE ${PROJECT_BINARY_DIR}/include)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
    target_compile_definitions(${name} PRIVATE FMT_HEADER_ONLY)
endfunction()

# wend_web_executable(NAME SOURCE...): NAME.wasm, without JavaScript of Emscripten's.
function(wend_web_executable name)
    add_executable(${name} ${ARGN})
    wend_web_sources(${name})
    set_target_properties(${name} PROPERTIES SUFFIX .wasm LINKER_LANGUAGE CXX)
    target_link_options(${name} PRIVATE -O2 -sSTANDALONE_WASM=1 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=1MB)
endfunction()

# The exports of a module: the functions of wend.h, and the memory's.
set(header ${PROJECT_SOURCE_DIR}/kernels/include/wend/wend.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
file(READ ${header} text)
string(REGEX MATCHALL "WEND_C_API [^(]*[ *]wend_[a-z_]+\\(" declarations "${text}")
set(c_exports _malloc _free)
foreach(declaration IN LISTS declarations)
    string(REGEX REPLACE ".*(wend_[a-z_]+)\\(" "_\\1" name "${declaration}")
    list(APPEND c_exports ${name})
endforeach()

# wend_web_module(NAME LIBRARY [SOURCES SOURCE...] [EXPORTS NAME...]): the C library on this one, without an entry. The
# memory is the loader's, which gives it a fixed size: memory that grows detaches all arrays that lie in it.
function(wend_web_module name library)
    cmake_parse_arguments(PARSE_ARGV 2 module "" "" "SOURCES;EXPORTS")
    wend_web_executable(${name} $<TARGET_OBJECTS:wend_c> ${module_SOURCES})
    # In this order: a library before wend_words leaves wend_words' own with nothing to give.
    target_link_libraries(${name} PRIVATE ${library} wend_words)
    list(JOIN c_exports "," exports)
    list(TRANSFORM module_EXPORTS PREPEND ",")
    list(JOIN module_EXPORTS "" more)
    target_link_options(${name} PRIVATE --no-entry -sEXPORTED_FUNCTIONS=${exports}${more} -sIMPORTED_MEMORY=1 -sALLOW_TABLE_GROWTH=1)
    set_target_properties(${name} PROPERTIES LINK_DEPENDS ${header})
endfunction()
