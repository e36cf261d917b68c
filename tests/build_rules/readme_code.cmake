# README.md shows the whole of kernels/examples/game_loop.cpp, which is built and run.
file(READ ${SOURCE}/README.md readme)
file(READ ${SOURCE}/kernels/examples/game_loop.cpp example)
string(FIND "${example}" "#include" start)
string(SUBSTRING "${example}" ${start} -1 code)
string(FIND "${readme}" "```cpp\n${code}```" found)
if(found EQUAL -1)
    message(FATAL_ERROR "README.md shows another program than kernels/examples/game_loop.cpp")
endif()
