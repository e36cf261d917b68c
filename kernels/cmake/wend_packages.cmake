# `cpack -G DEB` in a build folder, or `cmake --workflow --preset debian`: the Debian packages libwend0.1 (shared
# libraries), libwend-dev, wend (the command), wend-doc and python3-wend. Without the command where it is not built.
include(GNUInstallDirs)
set(version ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "${WEND_DEBIAN_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(debian ${PROJECT_BINARY_DIR}/debian)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/kernels ${PROJECT_BINARY_DIR}/kernels/c)

set(CPACK_COMPONENTS_ALL runtime development documents python)
if(WEND_BUILD_TOOLS)
    list(APPEND CPACK_COMPONENTS_ALL command)
endif()

# wend_debian_package(COMPONENT PACKAGE SECTION DESCRIPTION [ALL])
function(wend_debian_package component package section description)
    string(TOUPPER ${component} key)
    set(prefix CPACK_DEBIAN_${key}_)
    set(${prefix}PACKAGE_NAME ${package} PARENT_SCOPE)
    set(${prefix}PACKAGE_SECTION ${section} PARENT_SCOPE)
    set(${prefix}DESCRIPTION "Thousands to millions of agents a frame move by forces such as seek, wander,
flocking and path following, with the same bits on every machine.\n.\n${description}" PARENT_SCOPE)
    if("ALL" IN_LIST ARGN)
        set(${prefix}PACKAGE_ARCHITECTURE all PARENT_SCOPE)
    else()
        set(${prefix}PACKAGE_SHLIBDEPS ON PARENT_SCOPE)
    endif()
    # Policy 12.5 and 12.7: rights and changes of each package.
    install(FILES ${debian}/copyright ${debian}/changelog.Debian.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
            COMPONENT ${component})
endfunction()

wend_debian_package(runtime libwend${version} libs "This package has the shared libraries for C++ and C.")
wend_debian_package(development libwend-dev libdevel
                    "This package has the headers, the CMake package and the pkg-config files.")
wend_debian_package(command wend science
                    "This package has the command, which runs scenarios, verifies the machine and\nmeasures the library.")
wend_debian_package(documents wend-doc doc "This package has the pages and the examples." ALL)
wend_debian_package(python python3-wend python "This package is for Python 3; it works on NumPy's arrays." ALL)

set(CPACK_COMPONENT_DEVELOPMENT_DEPENDS runtime)
set(CPACK_COMPONENT_COMMAND_DEPENDS runtime)
set(CPACK_COMPONENT_PYTHON_DEPENDS runtime)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3:any, python3-numpy")

# A soname is of all patch versions.
set(dependency "libwend${version} (>= ${PROJECT_VERSION})")
file(WRITE ${debian}/shlibs "libwend ${version} ${dependency}\nlibwend_c ${version} ${dependency}\n")
file(WRITE ${debian}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${debian}/shlibs ${debian}/triggers)

# Byte code is made at installation and removed with the package, as dh_python3 would do.
file(WRITE ${debian}/postinst [[#!/bin/sh
set -e
if [ "$1" = configure ] && command -v py3compile >/dev/null; then
    py3compile -p python3-wend
fi
]])
file(WRITE ${debian}/prerm [[#!/bin/sh
set -e
if command -v py3clean >/dev/null; then
    py3clean -p python3-wend
fi
]])
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${debian}/postinst ${debian}/prerm)

find_program(WEND_GZIP gzip REQUIRED)
set(gzip ${WEND_GZIP} -9 --no-name --force)
if(WEND_BUILD_TOOLS)  # the manual page has the other programs too
    set(manuals ${PROJECT_BINARY_DIR}/package/wend.1.gz)
    if(TARGET wend_perf)
        foreach(program IN ITEMS wend-bench wend-perf wend_perf_worker)
            file(CREATE_LINK wend.1.gz ${debian}/${program}.1.gz SYMBOLIC)
            list(APPEND manuals ${debian}/${program}.1.gz)
        endforeach()
    endif()
    install(FILES ${manuals} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
endif()

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH's, if that is set
file(WRITE ${debian}/changelog.Debian "wend (${PROJECT_VERSION}-1) unstable; urgency=medium

  * CHANGELOG.md in the package wend-doc has the changes.

 -- ${WEND_DEBIAN_MAINTAINER}  ${date}
")
execute_process(COMMAND ${gzip} ${debian}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
string(REGEX MATCH "Copyright[^\n]*" holder "${licence}")
string(REGEX REPLACE "^Copyright( \\(c\\))? *" "" holder "${holder}")
string(REGEX REPLACE "^.*Copyright[^\n]*\n+" "" licence "${licence}")
string(REGEX REPLACE "\n+$" "" licence "${licence}")
string(REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REPLACE "\n" "\n " licence "${licence}")
file(WRITE ${debian}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: wend

Files: *
Copyright: ${holder}
License: Expat

License: Expat
 ${licence}
")

include(CPack)
