# Writes OUTPUT, a header with the text of INPUT: cmake -DINPUT=... -DOUTPUT=... -P embed.cmake
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "#pragma once\n\n#include <string_view>\n\nnamespace wend::verify {\n\n"
    "inline constexpr std::string_view golden_text = R\"golden(${text})golden\";\n\n}  // namespace wend::verify\n")
