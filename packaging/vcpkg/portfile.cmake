# Untested: written from vcpkg's manual, never built. Before use: the repository's address, and the archive's SHA512.
vcpkg_from_github(
    OUT_SOURCE_PATH SOURCE_PATH
    REPO OWNER/wend
    REF "v${VERSION}"
    SHA512 0
    HEAD_REF main)

# The C library needs nlohmann-json, which the library in C++ does not.
vcpkg_check_features(OUT_FEATURE_OPTIONS options FEATURES c WEND_BUILD_C tbb WEND_TBB)

vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS ${options} -DWEND_BUILD_TESTS=OFF -DWEND_BUILD_BENCH=OFF -DWEND_BUILD_TOOLS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/wend)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
