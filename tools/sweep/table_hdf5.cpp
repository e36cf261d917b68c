// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/sweep/table_hdf5.hpp"

#include <algorithm>

#include "tools/files/hdf5.hpp"
#include "words/file_error.hpp"

namespace wend::sweep {
namespace {

using files::Hdf5Handle;

constexpr hsize_t most_rows = hsize_t{1} << 24;  // a sweep has fewer; a false number would take all memory
constexpr const char* dataset_name = "sweep";

/// A row's type: eight bytes a column.
Hdf5Handle row_type(const std::vector<Column>& columns) {
    Hdf5Handle type(H5Tcreate(H5T_COMPOUND, 8 * columns.size()), H5Tclose);
    for (std::size_t i = 0; i < columns.size(); ++i)
        H5Tinsert(type.get(), columns[i].name.c_str(), 8 * i,
                  columns[i].kind == Kind::number ? H5T_NATIVE_DOUBLE : H5T_NATIVE_UINT64);
    return type;
}

}  // namespace

void write_hdf5(const std::filesystem::path& file, const std::filesystem::path& name, const Table& table) {
    Hdf5Handle opened = files::create_hdf5(file);
    const hsize_t count = table.rows.size();
    const Hdf5Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
    const Hdf5Handle type = row_type(table.columns);
    const Hdf5Handle creation = files::new_dataset();
    Hdf5Handle dataset(H5Dcreate2(opened.get(), dataset_name, type.get(), space.get(), H5P_DEFAULT,
                                  creation.get(), H5P_DEFAULT),
                       H5Dclose);
    std::vector<std::uint64_t> values;
    for (const Row& row : table.rows) values.insert(values.end(), row.begin(), row.end());
    if (!dataset.ok() ||
        H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0 ||
        !dataset.reset() || !opened.reset())
        words::fail(name, "cannot be written by HDF5");
}

std::vector<Row> read_hdf5(const std::filesystem::path& file, const std::vector<Column>& columns) {
    const Hdf5Handle opened = files::open_hdf5(file);
    const Hdf5Handle dataset(H5Dopen2(opened.get(), dataset_name, H5P_DEFAULT), H5Dclose);
    const Hdf5Handle its_type(dataset.ok() ? H5Dget_type(dataset.get()) : -1, H5Tclose);
    const Hdf5Handle type = row_type(columns);
    if (!its_type.ok() || H5Tequal(its_type.get(), type.get()) <= 0) words::fail(file, not_of_sweep(columns));
    const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose);
    hsize_t count = 0;
    if (H5Sget_simple_extent_ndims(space.get()) != 1 ||
        H5Sget_simple_extent_dims(space.get(), &count, nullptr) < 0 || count > most_rows)
        words::fail(file, "has a dataset sweep that is no list of rows, or too long");
    std::vector<std::uint64_t> values(count * columns.size());
    if (H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
        words::fail(file, "cannot be read: its dataset sweep is damaged");
    std::vector<Row> rows;
    for (auto at = values.begin(); at != values.end(); at += static_cast<std::ptrdiff_t>(columns.size()))
        rows.emplace_back(at, at + static_cast<std::ptrdiff_t>(columns.size()));
    return rows;
}

}  // namespace wend::sweep
