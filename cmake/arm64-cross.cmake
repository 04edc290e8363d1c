# Toolchain: arm64 on an amd64 machine, by Debian's cross compilers (docs/platforms.md).
#   gcc-aarch64-linux-gnu g++-aarch64-linux-gnu gfortran-aarch64-linux-gnu; qemu-user to run what was built
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_Fortran_COMPILER aarch64-linux-gnu-gfortran)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH) # CMAKE_PREFIX_PATH counts
# Libraries of this machine are of no use: pkg-config looks at arm64's alone. HDF5 lies where scripts/arm64_packages.sh
# unpacked it (tests/arm64.sh names this folder), or where `apt-get install libhdf5-dev:arm64` put it.
get_filename_component(ARM64_PACKAGES ${CMAKE_CURRENT_LIST_DIR}/../build/arm64_packages ABSOLUTE)
if(EXISTS ${ARM64_PACKAGES}/complete)
  set(ENV{PKG_CONFIG_SYSROOT_DIR} ${ARM64_PACKAGES})
else()
  set(ARM64_PACKAGES "")
endif()
set(ENV{PKG_CONFIG_LIBDIR} ${ARM64_PACKAGES}/usr/lib/aarch64-linux-gnu/pkgconfig)
set(CROSS_LIBRARY_FOLDERS ${ARM64_PACKAGES}/usr/lib/aarch64-linux-gnu ${ARM64_PACKAGES}/lib/aarch64-linux-gnu)
find_program(QEMU_AARCH64 NAMES qemu-aarch64 qemu-aarch64-static)
if(QEMU_AARCH64)
  list(JOIN CROSS_LIBRARY_FOLDERS ":" folders)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${QEMU_AARCH64} -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH=${folders})
endif()
