# The option WEND_STAGES, and WEND_STAGE_DEFINITIONS: what it defines for src/stage/selected_stages.hpp.
set(WEND_STAGES "" CACHE STRING "Stages that programs may have, separated by semicolons (empty: all)")
set(WEND_STAGE_DEFINITIONS)
if(NOT WEND_STAGES)
    return()
endif()

# Each public struct of a stage has its name.
file(GLOB headers ${CMAKE_CURRENT_LIST_DIR}/../include/wend/*.hpp)
set(stages)
foreach(header IN LISTS headers)
    file(STRINGS ${header} names REGEX "static constexpr std::string_view name = ")
    list(TRANSFORM names REPLACE ".*\"(.*)\".*" "\\1")
    list(APPEND stages ${names})
endforeach()
wend_check_names(WEND_STAGES stage ${stages})

foreach(part IN ITEMS TESTS BENCH TOOLS FUZZ)
    if(WEND_BUILD_${part})
        message(FATAL_ERROR "WEND_STAGES is set, so WEND_BUILD_${part} must be OFF: it needs all stages")
    endif()
endforeach()
string(JOIN "," selected ${WEND_STAGES})
set(WEND_STAGE_DEFINITIONS "WEND_STAGES=\"${selected}\"")
