# Writes revision.hpp into FOLDER: what git says of the sources, or "unknown". Touched only when it changes.
# Optional locks are off, so that asking does not write to the repository.
execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_OPTIONAL_LOCKS=0 git describe --always --dirty --tags
                WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
                RESULT_VARIABLE failed)
if(failed)
    set(REVISION "unknown revision")
endif()
file(CONFIGURE OUTPUT ${FOLDER}/revision.hpp CONTENT [[
#pragma once

namespace wend::bench {
inline constexpr const char* revision = "@REVISION@";
}
]] @ONLY)
