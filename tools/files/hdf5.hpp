// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <hdf5.h>

#include <filesystem>
#include <utility>

/// HDF5's C interface. Only in builds with HDF5.
namespace wend::files {

/// An identifier of HDF5's, closed at the end.
class Hdf5Handle {
  public:
    Hdf5Handle() = default;
    Hdf5Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
    Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
    Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }
    ~Hdf5Handle() { reset(); }

    /// Whether it was closed without an error.
    bool reset() {
        const hid_t id = std::exchange(id_, -1);
        return id < 0 || close_(id) >= 0;
    }
    [[nodiscard]] hid_t get() const noexcept { return id_; }
    [[nodiscard]] bool ok() const noexcept { return id_ >= 0; }

  private:
    hid_t id_ = -1;
    herr_t (*close_)(hid_t) = nullptr;
};

/// The properties of a new dataset: it has no time, so that equal contents are equal files.
[[nodiscard]] Hdf5Handle new_dataset();

/// An empty file for writing; not ok() where it cannot be made. From here on HDF5 prints no errors.
[[nodiscard]] Hdf5Handle create_hdf5(const std::filesystem::path& file);
/// A file for reading. Fails where it is none.
[[nodiscard]] Hdf5Handle open_hdf5(const std::filesystem::path& file);

}  // namespace wend::files
