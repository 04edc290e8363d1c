// Package snapshot writes the state of a solver to an HDF5 file that ParaView opens as it is
// (VTKHDF ImageData) and that h5dump, h5diff and h5py read.
//
// The HDF5 library is never linked: the one the host has loaded is used, else one is opened at
// the first snapshot (library.go says which). A snapshot grows under a temporary name next to its
// own and is renamed when it is complete, so that a crash leaves an older file whole.
//
// Layout of a file (attributes after the @):
//
//	/            @time (s) @step @case @hdf5_version and whatever the caller adds
//	/VTKHDF      @Version @Type @WholeExtent @Origin @Spacing @Direction
//	/VTKHDF/CellData/<field>  float64 in (z,y,x) order  @units
//	/VTKHDF/FieldData/blocks  where the caller gave them: x1 x2 y1 y2 z1 z2 of each block, then its MPI rank where that is not its number
//
// Together is a snapshot that all ranks write into one file (together.go says by which transports). A
// Reader brings the fields back for a restart, each rank its own box, bit for bit.
//
// Here lives what mentions HDF5. Never here: a view, a device, or the meaning of a field. Reading
// anybody's files (snapshot/hdf5file), comparing (snapshot/compare) and drawing (snapshot/picture) are packages of
// their own, because the shared library carries none of them.
package snapshot
