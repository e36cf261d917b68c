// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/trajectory_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "tools/files/hdf5.hpp"
#include "words/file_error.hpp"

namespace wend::files {
namespace {

using Handle = Hdf5Handle;

constexpr hsize_t rows_in_chunk = 1 << 16;
constexpr unsigned compression = 4;  // of 9
constexpr const char* dataset_name = "trajectory";

/// The rows' type: as in memory, or in a file.
Handle row_type(hid_t place, bool packed) {
    Handle type(H5Tcreate(H5T_COMPOUND, sizeof(TrajectoryRow)), H5Tclose);
    H5Tinsert(type.get(), "id", offsetof(TrajectoryRow, id), H5T_NATIVE_UINT32);
    H5Tinsert(type.get(), "frame", offsetof(TrajectoryRow, frame), H5T_NATIVE_UINT32);
    H5Tinsert(type.get(), "x", offsetof(TrajectoryRow, x), place);
    H5Tinsert(type.get(), "y", offsetof(TrajectoryRow, y), place);
    H5Tinsert(type.get(), "z", offsetof(TrajectoryRow, z), place);
    if (packed) H5Tpack(type.get());
    return type;
}

/// An attribute of one element.
bool put(hid_t of, const char* name, hid_t type, const void* value) {
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle attribute(H5Acreate2(of, name, type, space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    return attribute.ok() && H5Awrite(attribute.get(), type, value) >= 0;
}

bool put_text(hid_t of, const char* name, const std::string& text) {
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.get(), H5T_VARIABLE);
    H5Tset_cset(type.get(), H5T_CSET_UTF8);
    const char* const value = text.c_str();
    return put(of, name, type.get(), &value);
}

}  // namespace

struct TrajectoryTable::Handles {
    std::filesystem::path name;
    Handle file, dataset, memory_type;
    hsize_t rows = 0;

    [[noreturn]] void fail() const { words::fail(name, "cannot be written by HDF5"); }
};

TrajectoryTable::TrajectoryTable(const std::filesystem::path& file, const std::filesystem::path& name,
                                 double frames_a_second, bool wide)
    : handles_(std::make_unique<Handles>()) {
    handles_->name = name;
    handles_->file = create_hdf5(file);
    if (!handles_->file.ok()) handles_->fail();

    const hsize_t none = 0, any = H5S_UNLIMITED;
    const Handle space(H5Screate_simple(1, &none, &any), H5Sclose);
    const Handle creation = new_dataset();
    H5Pset_chunk(creation.get(), 1, &rows_in_chunk);
    H5Pset_shuffle(creation.get());
    H5Pset_deflate(creation.get(), compression);
    const Handle type = row_type(wide ? H5T_NATIVE_DOUBLE : H5T_NATIVE_FLOAT, true);
    handles_->memory_type = row_type(H5T_NATIVE_DOUBLE, false);
    const hid_t root = handles_->file.get();
    handles_->dataset = {
        H5Dcreate2(root, dataset_name, type.get(), space.get(), H5P_DEFAULT, creation.get(), H5P_DEFAULT),
        H5Dclose};
    if (!handles_->dataset.ok() ||
        !put(handles_->dataset.get(), "fps", H5T_NATIVE_DOUBLE, &frames_a_second) ||
        !put_text(root, "file_version", "1.0.0"))
        handles_->fail();
}
TrajectoryTable::~TrajectoryTable() = default;

void TrajectoryTable::append(std::span<const TrajectoryRow> rows) {
    const hsize_t start = handles_->rows, count = rows.size(), end = start + count;
    if (count == 0) return;
    if (H5Dset_extent(handles_->dataset.get(), &end) < 0) handles_->fail();
    const Handle there(H5Dget_space(handles_->dataset.get()), H5Sclose);
    const Handle here(H5Screate_simple(1, &count, nullptr), H5Sclose);
    H5Sselect_hyperslab(there.get(), H5S_SELECT_SET, &start, nullptr, &count, nullptr);
    if (H5Dwrite(handles_->dataset.get(), handles_->memory_type.get(), here.get(), there.get(), H5P_DEFAULT,
                 rows.data()) < 0)
        handles_->fail();
    handles_->rows = end;
}

void TrajectoryTable::finish(const std::string& geometry) {
    if (!put_text(handles_->file.get(), "wkt_geometry", geometry) || !handles_->dataset.reset() ||
        !handles_->file.reset())
        handles_->fail();
}

double read_trajectory_table(const std::filesystem::path& file, std::optional<std::uint64_t> frame,
                             bool last_only, const std::function<void(const TrajectoryRow&)>& take) {
    const Handle opened = open_hdf5(file);
    const Handle dataset(H5Dopen2(opened.get(), dataset_name, H5P_DEFAULT), H5Dclose);
    if (!dataset.ok()) words::fail(file, "has no dataset trajectory");
    // A file without z, or with more columns, is read too.
    const Handle file_type(H5Dget_type(dataset.get()), H5Tclose);
    for (const char* const column : {"id", "frame", "x", "y"})
        if (H5Tget_class(file_type.get()) != H5T_COMPOUND || H5Tget_member_index(file_type.get(), column) < 0)
            words::fail(file, fmt::format("has no column {} in its dataset trajectory", column));
    const Handle type = row_type(H5T_NATIVE_DOUBLE, false);
    const Handle space(H5Dget_space(dataset.get()), H5Sclose);
    hsize_t all = 0;
    if (H5Sget_simple_extent_ndims(space.get()) != 1 ||
        H5Sget_simple_extent_dims(space.get(), &all, nullptr) < 0)
        words::fail(file, "has a dataset trajectory that is no list of rows");

    std::vector<TrajectoryRow> kept, rows;
    std::uint32_t newest = 0;
    for (hsize_t start = 0; start < all; start += rows.size()) {
        const hsize_t count = std::min(all - start, 16 * rows_in_chunk);
        rows.assign(count, {});
        const Handle here(H5Screate_simple(1, &count, nullptr), H5Sclose);
        H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &start, nullptr, &count, nullptr);
        if (H5Dread(dataset.get(), type.get(), here.get(), space.get(), H5P_DEFAULT, rows.data()) < 0)
            words::fail(file, "cannot be read: its dataset trajectory is damaged");
        for (const TrajectoryRow& row : rows) {
            if (!last_only) {
                take(row);
                continue;
            }
            if (!frame && row.frame > newest) kept.clear();
            newest = std::max(newest, row.frame);
            if (row.frame == frame.value_or(newest)) kept.push_back(row);
        }
    }
    if (frame && kept.empty())
        words::fail(file, fmt::format("has no row of tick {}; its last is {}", *frame, newest));
    for (const TrajectoryRow& row : kept) take(row);
    const Handle attribute(H5Aopen(dataset.get(), "fps", H5P_DEFAULT), H5Aclose);
    double frames_a_second = 0;
    const Handle shape(attribute.ok() ? H5Aget_space(attribute.get()) : -1, H5Sclose);
    if (shape.ok() && H5Sget_simple_extent_npoints(shape.get()) == 1)
        H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, &frames_a_second);
    return frames_a_second;
}

}  // namespace wend::files
