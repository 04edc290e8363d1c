//go:build mpi
/* The line above is for the go command: this file is compiled in the MPI build only. HDF5's MPI-IO
   driver takes the communicator of our ranks, which crosses as a Fortran handle. */
#define _GNU_SOURCE
#include "hdf5_call.h"

#include <dlfcn.h>
#include <mpi.h>

enum { TRUNCATE = 2 };

int hdf5_parallel_usable(void)
{
    return hdf5.H5Pset_fapl_mpio && hdf5.H5Pset_dxpl_mpio && hdf5.MPI_Init && hdf5.MPI_Init == dlsym(RTLD_DEFAULT, "MPI_Init");
}

hdf5_id hdf5_create_parallel(const char *path, int fortran_comm, struct hdf5_text *why)
{
    int (*set_mpio)(hdf5_id, MPI_Comm, MPI_Info);
    struct quiet q = quiet_begin_as(why, 1);
    hdf5_id list = 0, result;
    *(void **)&set_mpio = hdf5.H5Pset_fapl_mpio;
    TRY(list = hdf5.H5Pcreate(hdf5.file_access));
    TRY(set_mpio(list, MPI_Comm_f2c((MPI_Fint)fortran_comm), MPI_INFO_NULL));
    TRY(result = hdf5.H5Fcreate(path, TRUNCATE, 0, list));
done:
    RELEASE(H5Pclose, list);
    quiet_end(q);
    return result;
}
