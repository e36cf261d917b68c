// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/hdf5.hpp"

#include "words/file_error.hpp"

namespace wend::files {
namespace {

/// How files are opened: without HDF5's locks, as an OutputFile has its own and readers need none. From here
/// on HDF5 prints no errors.
Hdf5Handle file_access() {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_file_locking(access.get(), false, true);
    return access;
}

}  // namespace

Hdf5Handle new_dataset() {
    Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_obj_track_times(creation.get(), false);
    return creation;
}

Hdf5Handle create_hdf5(const std::filesystem::path& file) {
    return {H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, file_access().get()), H5Fclose};
}

Hdf5Handle open_hdf5(const std::filesystem::path& file) {
    Hdf5Handle opened(H5Fopen(file.c_str(), H5F_ACC_RDONLY, file_access().get()), H5Fclose);
    if (!opened.ok()) words::fail(file, "cannot be read: not an HDF5 file");
    return opened;
}

}  // namespace wend::files
