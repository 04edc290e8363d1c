# A Spack recipe. It was never tried with Spack: see docs/installation.md.
from spack.package import *


class Drawbridge(CMakePackage):
    """Properties and stencils for existing Fortran solvers, on CPUs and NVIDIA GPUs."""

    license("Apache-2.0")
    maintainers()

    # Point it at a source tree: spack develop --path /where/the/source/is drawbridge@main
    version("main")

    variant("mpi", default=True, description="snapshots and reports of all ranks together")
    variant("hdf5", default=True, description="the command reads snapshots")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("go@1.24:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi", when="+mpi")
    depends_on("hdf5+hl~mpi", when="+hdf5")

    def cmake_args(self):
        args = [self.define("DRAWBRIDGE_TESTS", False)]
        if "~mpi" in self.spec:
            args.append(self.define("DRAWBRIDGE_MPI", "off"))
        return args
