# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Untested: a recipe for Conan 2, written from its manual, never built. In a clone: conan create packaging/conan."""
import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class WendConan(ConanFile):
    name = "wend"
    version = "0.1.0"
    license = "MIT"
    description = "Steering for very many agents: SIMD, many threads, the same bits everywhere"
    topics = ("steering", "crowds", "simd", "games")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "with_tbb": [True, False], "c": [True, False]}
    default_options = {"shared": False, "with_tbb": True, "c": False}

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "CHANGELOG.md", "LICENSE", "kernels/*"):
            copy(self, pattern, root, self.export_sources_folder)

    def validate(self):
        check_min_cppstd(self, 20)
        if self.settings.os not in ("Linux", "Windows"):
            raise ConanInvalidConfiguration("wend is built for Linux and Windows so far")

    def requirements(self):
        self.requires("xsimd/[>=8.1]")
        if self.options.with_tbb:
            self.requires("onetbb/[>=2021.8]")
        if self.options.c:
            self.requires("nlohmann_json/[>=3.11]")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["WEND_TBB"] = "ON" if self.options.with_tbb else "OFF"
        toolchain.cache_variables["WEND_BUILD_C"] = bool(self.options.c)
        for part in ("TESTS", "BENCH", "TOOLS"):
            toolchain.cache_variables[f"WEND_BUILD_{part}"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "wend")
        main = self.cpp_info.components["wend"]
        main.set_property("cmake_target_name", "wend::wend")
        main.set_property("pkg_config_name", "wend")
        main.libs = ["wend"]
        main.requires = ["xsimd::xsimd"]
        if self.options.with_tbb:
            main.requires.append("onetbb::libtbb")
        if self.options.c:
            c = self.cpp_info.components["c"]
            c.set_property("cmake_target_name", "wend::c")
            c.set_property("pkg_config_name", "wend_c")
            c.libs = ["wend_c"]
            c.requires = ["nlohmann_json::nlohmann_json"] + (["onetbb::libtbb"] if self.options.with_tbb else [])
