# `make package` (scripts/package.sh): a Debian package of the install tree, by CPack and dpkg-shlibdeps, and a Python wheel.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME drawbridge)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "properties and stencils for Fortran solvers, on CPUs and NVIDIA GPUs")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Real-gas properties and finite-difference stencils for existing solvers in
Fortran, C or Python: shared library (MPI: ${MPI_FAMILY}), Fortran module source, C header,
Python package, and the command drawbridge, which also translates routines of a solver.")
set(CPACK_PACKAGE_CONTACT "The Drawbridge developers")
set(CPACK_PACKAGE_FILE_NAME drawbridge_${PROJECT_VERSION}_${ARCHITECTURE})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE ${ARCHITECTURE})
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gfortran, g++, pkg-config")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, python3-numpy")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_STRIP_FILES OFF) # the Go linker has left out what a run does not need
include(CPack)

# What a wheel holds instead of the library and the command of this build: without MPI and HDF5, which no Python package brings.
set(WHEEL ${CMAKE_BINARY_DIR}/wheel)
add_custom_command(OUTPUT ${WHEEL}/libdrawbridge.so.0 ${WHEEL}/drawbridge
  COMMAND ${BUILD_LIBRARY} -o ${WHEEL}/libdrawbridge.so.0 ./bridge
  COMMAND ${CMAKE_COMMAND} -E rm -f ${WHEEL}/libdrawbridge.so.h ${WHEEL}/libdrawbridge.h
  COMMAND ${BUILD_COMMAND} -o ${WHEEL}/drawbridge ./cmd/drawbridge
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} DEPENDS ${COMMAND_FILE} VERBATIM # after it: Go keeps what both compile
  COMMENT "wheel: library and command without MPI and HDF5")
add_custom_target(wheel DEPENDS ${WHEEL}/libdrawbridge.so.0 ${WHEEL}/drawbridge)
