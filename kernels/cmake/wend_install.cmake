# Install rules: headers, library, CMake package, pkg-config file, pages, examples, scenarios. The command
# installs itself (tools/CMakeLists.txt). Components are Debian packages (wend_packages.cmake).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS wend EXPORT wend_targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/kernels/include/wend DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT development FILES_MATCHING PATTERN "*.hpp")
install(FILES ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/LICENSE
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents)
if(EXISTS ${PROJECT_SOURCE_DIR}/bench)  # the archive that tools/archive makes has the library alone
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/bench/scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/wend
            COMPONENT command FILES_MATCHING PATTERN "*.json" PATTERN "*.geojson" PATTERN "*.csv" PATTERN gallery EXCLUDE)
    # The pages keep their places to each other, so that their links hold: README.md, kernels/docs, kernels/examples, ...
    install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md ${PROJECT_SOURCE_DIR}/SECURITY.md
            DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents)
    file(GLOB_RECURSE pages RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
         ${PROJECT_SOURCE_DIR}/bench/*.md ${PROJECT_SOURCE_DIR}/kernels/*.md ${PROJECT_SOURCE_DIR}/tests/*.md
         ${PROJECT_SOURCE_DIR}/tools/*.md ${PROJECT_SOURCE_DIR}/kernels/examples/*/*
         ${PROJECT_SOURCE_DIR}/bench/scenarios/gallery/*.svg ${PROJECT_SOURCE_DIR}/bench/scenarios/gallery/*.webp
         ${PROJECT_SOURCE_DIR}/bench/results/*.json)
    foreach(page IN LISTS pages)
        cmake_path(GET page PARENT_PATH folder)
        install(FILES ${PROJECT_SOURCE_DIR}/${page} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder} COMPONENT documents)
    endforeach()
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/tools/perf/ci DESTINATION ${CMAKE_INSTALL_DOCDIR}/tools/perf
            USE_SOURCE_PERMISSIONS COMPONENT documents)
endif()

# A shared library brings oneTBB along itself; a program with the static one must find it.
get_target_property(wend_type wend TYPE)
set(WEND_DEPENDENCIES "")
set(WEND_REQUIRES "")
if(wend_type STREQUAL "STATIC_LIBRARY" AND WEND_TBB)
    # The C library has all that it needs inside.
    set(WEND_DEPENDENCIES [[
if(NOT "${wend_FIND_COMPONENTS}" STREQUAL "c")
    include(CMakeFindDependencyMacro)
    find_dependency(TBB)
endif()]])
    set(WEND_REQUIRES "tbb")
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/wend)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/wendConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/package/wendConfig.cmake INSTALL_DESTINATION ${package_folder})
# Before 1.0 a new minor version may break sources.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/wendConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/wendConfig.cmake ${PROJECT_BINARY_DIR}/package/wendConfigVersion.cmake
        DESTINATION ${package_folder} COMPONENT development)
install(EXPORT wend_targets FILE wendTargets.cmake NAMESPACE wend:: DESTINATION ${package_folder} COMPONENT development)

# The prefix is told from where the file lies, so that an installed tree can be moved.
file(RELATIVE_PATH WEND_PREFIX_FROM_PKGCONFIG /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" WEND_PREFIX_FROM_PKGCONFIG ${WEND_PREFIX_FROM_PKGCONFIG})
configure_file(${CMAKE_CURRENT_LIST_DIR}/wend.pc.in ${PROJECT_BINARY_DIR}/package/wend.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/wend.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT development)
