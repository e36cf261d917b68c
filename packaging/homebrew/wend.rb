# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT

# Untested: written from Homebrew's manual, never built. Before use: the repository's address, and the archive's sha256.
class Wend < Formula
  desc "Steering for very many agents: SIMD, many threads, the same bits everywhere"
  homepage "https://github.com/OWNER/wend"
  url "https://github.com/OWNER/wend/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "xsimd" => :build
  depends_on :linux # not yet built for macOS
  depends_on "tbb"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja",
                    "-DWEND_BUILD_TESTS=OFF", "-DWEND_BUILD_BENCH=OFF", "-DWEND_BUILD_TOOLS=OFF",
                    *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"game.cpp").write <<~CPP
      #include <wend/wend.hpp>
      int main() { return wend::Program::build({wend::Seek{}, wend::Locomotion{.max_force = 20}}) ? 0 : 1; }
    CPP
    system ENV.cxx, "-std=c++20", "game.cpp", "-I#{include}", "-L#{lib}", "-lwend",
                    "-L#{Formula["tbb"].opt_lib}", "-ltbb", "-o", "game"
    system "./game"
  end
end
