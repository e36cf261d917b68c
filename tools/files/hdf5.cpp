// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/hdf5.hpp"

#include "words/file_error.hpp"

namespace wend::files {
namespace {

/// Without HDF5's locks: an OutputFile has its own, and readers need none.
Hdf5Handle without_locks() {
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
    return {H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, without_locks().get()), H5Fclose};
}

Hdf5Handle open_hdf5(const std::filesystem::path& file) {
    Hdf5Handle opened(H5Fopen(file.c_str(), H5F_ACC_RDONLY, without_locks().get()), H5Fclose);
    if (!opened.ok()) words::fail(file, "cannot be read: no file in HDF5");
    return opened;
}

}  // namespace wend::files
