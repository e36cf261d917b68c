# symbols(RESULT FILE NM_OPTION...): the list of nm, as "NAME KIND", demangled.
find_program(NM nm REQUIRED)
function(symbols result file)
    execute_process(COMMAND ${NM} --demangle --format=posix ${ARGN} ${file} OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
    string(REPLACE ";" "," lines "${lines}")
    string(REGEX MATCHALL "[^\n]+" lines "${lines}")
    list(TRANSFORM lines REPLACE " ([A-Za-z])( +[0-9a-f]+)*[ ]*$" " \\1")
    set(${result} ${lines} PARENT_SCOPE)
endfunction()
