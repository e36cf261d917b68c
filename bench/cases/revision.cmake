# Writes revision.hpp into FOLDER: what git says of the sources, or "unknown". Touched only when it changes.
# Optional locks are off, so that asking does not write to the repository.
function(ask_git variable)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_OPTIONAL_LOCKS=0 git ${ARGN}
                    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
                    RESULT_VARIABLE failed)
    if(failed)
        set(answer "")
    endif()
    set(${variable} "${answer}" PARENT_SCOPE)
endfunction()

ask_git(REVISION describe --always --dirty --tags)
ask_git(COMMIT rev-parse --verify --quiet HEAD)
ask_git(PARENT rev-parse --verify --quiet HEAD^)
set(DIRTY false)
if(REVISION MATCHES "-dirty$")
    set(DIRTY true)
endif()
if(NOT REVISION)
    set(REVISION "unknown revision")
endif()
file(CONFIGURE OUTPUT ${FOLDER}/revision.hpp CONTENT [[
#pragma once

namespace wend::bench {
inline constexpr const char* revision = "@REVISION@";
inline constexpr const char* commit = "@COMMIT@";
inline constexpr const char* parent = "@PARENT@";
inline constexpr bool dirty = @DIRTY@;
}
]] @ONLY)
