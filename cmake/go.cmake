# The shared library and the command, by the go command.
find_program(GO_EXECUTABLE go REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_search_module(HDF5 hdf5-serial hdf5)

# The official flags of the kernels, on every processor: cgo refuses some of them in a #cgo line (kernels/set/host.go names
# this file). Those of compilers at run time live in device/gpu/vendors.go.
set(DRAWBRIDGE_CXXFLAGS "-O2 -ffp-contract=fast -fno-math-errno -fno-trapping-math")
# One environment for the library, the command and the tests: a flag that differs would compile all
# of Go's packages once more. Folders of HDF5 only: its libraries are named by gonum.org/v1/hdf5, which
# the shared library does not contain.
set(CGO_INCLUDES "")
set(CGO_FOLDERS "")
set(GO_TAGS "") # of everything
set(LIBRARY_TAGS "")
set(COMMAND_TAGS "")
if(WITH_MPI)
  list(APPEND GO_TAGS mpi)
  list(APPEND LIBRARY_TAGS -tags mpi)
endif()
if(HDF5_FOUND)
  list(TRANSFORM HDF5_INCLUDE_DIRS PREPEND "-I" OUTPUT_VARIABLE CGO_INCLUDES)
  list(TRANSFORM HDF5_LIBRARY_DIRS PREPEND "-L" OUTPUT_VARIABLE CGO_FOLDERS)
  foreach(folder ${CROSS_LIBRARY_FOLDERS}) # what HDF5 itself is linked with
    list(APPEND CGO_FOLDERS -Wl,-rpath-link,${folder})
  endforeach()
  list(APPEND GO_TAGS hdf5)
  list(APPEND COMMAND_TAGS -tags hdf5)
else()
  message(STATUS "HDF5 was not found: the command will not read snapshots")
endif()
if(GO_TAGS)
  list(JOIN GO_TAGS "," GO_TAGS)
  set(GO_TAGS -tags ${GO_TAGS})
endif()
# The go command does not see what pkg-config answers: MPI's folders make it build anew for another MPI.
list(APPEND CGO_INCLUDES ${MPI_CFLAGS})
list(JOIN CGO_INCLUDES " " CGO_INCLUDES)
list(JOIN CGO_FOLDERS " " CGO_FOLDERS)
set(GO_ENVIRONMENT CGO_ENABLED=1 GOOS=linux GOARCH=${ARCHITECTURE} "GOFLAGS=-buildvcs=false -trimpath" CC=${CMAKE_C_COMPILER} CXX=${CMAKE_CXX_COMPILER}
  "CGO_CXXFLAGS=${DRAWBRIDGE_CXXFLAGS}" "CGO_CFLAGS=-O2 ${CGO_INCLUDES}" "CGO_LDFLAGS=${CGO_FOLDERS}"
  "PKG_CONFIG_PATH=${CMAKE_BINARY_DIR}/mpi:$ENV{PKG_CONFIG_PATH}")
if(CMAKE_CROSSCOMPILING)
  list(APPEND GO_ENVIRONMENT "PKG_CONFIG_LIBDIR=$ENV{PKG_CONFIG_LIBDIR}")
endif()
# Programs of the build itself run on the machine that builds.
set(GO_TOOL_ENVIRONMENT --unset=GOARCH CGO_ENABLED=0)

file(GLOB_RECURSE GO_SOURCES CONFIGURE_DEPENDS
  bridge/* frame/* domains/* properties/* stencils/* mpi/* snapshot/* views/* device/* kernels/* status/* settings/* report/* files/* tuning/* machine/*)
file(GLOB_RECURSE TOOL_SOURCES CONFIGURE_DEPENDS tools/* cmd/*) # of the command; the library has none of these
list(APPEND GO_SOURCES ${CMAKE_SOURCE_DIR}/go.mod ${CMAKE_SOURCE_DIR}/go.sum)

# The library exports what bridge/entry.h declares, and nothing else.
set(EXPORTS ${CMAKE_BINARY_DIR}/exports.map)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS bridge/entry.h)
file(READ bridge/entry.h ENTRIES)
string(REGEX MATCHALL "(frame|drawbridge)_[a-z0-9_]+\\(" ENTRIES "${ENTRIES}")
list(REMOVE_DUPLICATES ENTRIES)
string(REPLACE "(" "" ENTRIES "${ENTRIES}")
file(CONFIGURE OUTPUT ${EXPORTS} CONTENT "{\n  global: @ENTRIES@;\n  local: *;\n};\n" @ONLY)

# Go must not preempt its threads by SIGURG: a thread of the host would find a signal pending that nobody sent, and
# the host's handler would get it. The defaults of go.mod's Go version stay.
execute_process(COMMAND ${CMAKE_COMMAND} -E env GOFLAGS=-buildvcs=false ${GO_EXECUTABLE} list -f "{{.DefaultGODEBUG}}" ./bridge
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE GODEBUG OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
# invalidptr=0: an address that a host hands over by mistake may lie in a Go pointer until it is refused; Go's
# garbage collector would end the process where it meets one below 4096 or in its own heap.
string(JOIN "," GODEBUG ${GODEBUG} asyncpreemptoff=1 invalidptr=0)

set(LIBRARY ${CMAKE_BINARY_DIR}/lib/libdrawbridge.so)
set(LINK_FLAGS "-Wl,-soname,libdrawbridge.so.0 -Wl,--wrap=pthread_getattr_np -Wl,--wrap=pthread_create \"-Wl,--version-script=${EXPORTS}\"") # paths may have blanks
set(BUILD_LIBRARY ${CMAKE_COMMAND} -E env ${GO_ENVIRONMENT} ${GO_EXECUTABLE} build -buildmode=c-shared
  -ldflags "-s -w -X runtime.godebugDefault=${GODEBUG} -extldflags '${LINK_FLAGS}'")
add_custom_command(OUTPUT ${LIBRARY}.0 ${LIBRARY}
  COMMAND ${BUILD_LIBRARY} ${LIBRARY_TAGS} -o ${LIBRARY}.0 ./bridge
  COMMAND ${CMAKE_COMMAND} -E rm -f ${CMAKE_BINARY_DIR}/lib/libdrawbridge.so.h ${CMAKE_BINARY_DIR}/lib/libdrawbridge.h
  COMMAND ${CMAKE_COMMAND} -E create_symlink libdrawbridge.so.0 ${LIBRARY}
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} DEPENDS ${GO_SOURCES} ${EXPORTS} VERBATIM
  COMMENT "library: build/lib/libdrawbridge.so (the kernels take a minute the first time)")

# gonum's plots bring twelve fonts (4 MB), and the command draws with one: the others are the same one here.
set(FONTS ${CMAKE_BINARY_DIR}/fonts)
execute_process(COMMAND ${CMAKE_COMMAND} -E env GOFLAGS=-buildvcs=false ${GO_EXECUTABLE} list -f "{{.Dir}}" codeberg.org/go-fonts/liberation/liberationsansregular
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE FONT OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(COPY ${FONT} DESTINATION ${FONTS} NO_SOURCE_PERMISSIONS)
foreach(family sans serif mono)
  foreach(style regular bold italic bolditalic)
    set(name liberation${family}${style})
    if(NOT name STREQUAL liberationsansregular)
      file(CONFIGURE OUTPUT ${FONTS}/${name}/font.go @ONLY
        CONTENT "package @name@\n\nimport \"codeberg.org/go-fonts/liberation/liberationsansregular\"\n\nvar TTF = liberationsansregular.TTF\n")
    endif()
  endforeach()
endforeach()
file(CONFIGURE OUTPUT ${FONTS}/go.mod CONTENT "module codeberg.org/go-fonts/liberation\n")
file(RELATIVE_PATH FONTS_HERE ${CMAKE_SOURCE_DIR} ${FONTS})
file(READ go.mod MODULES)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/command.mod CONTENT "@MODULES@\nreplace codeberg.org/go-fonts/liberation => ./@FONTS_HERE@\n" @ONLY)
configure_file(go.sum ${CMAKE_BINARY_DIR}/command.sum COPYONLY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS go.mod)

set(COMMAND_FILE ${CMAKE_BINARY_DIR}/bin/drawbridge)
set(BUILD_COMMAND ${CMAKE_COMMAND} -E env ${GO_ENVIRONMENT} ${GO_EXECUTABLE} build -buildmode=pie -modfile=${CMAKE_BINARY_DIR}/command.mod -ldflags "-s -w")
add_custom_command(OUTPUT ${COMMAND_FILE}
  COMMAND ${BUILD_COMMAND} ${COMMAND_TAGS} -o ${COMMAND_FILE} ./cmd/drawbridge
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} DEPENDS ${GO_SOURCES} ${TOOL_SOURCES} ${LIBRARY}.0 VERBATIM # side by side, both would compile the kernels
  COMMENT "command: build/bin/drawbridge")

add_custom_target(go ALL DEPENDS ${LIBRARY} ${COMMAND_FILE})
add_library(drawbridge SHARED IMPORTED GLOBAL)
set_target_properties(drawbridge PROPERTIES IMPORTED_LOCATION ${LIBRARY}.0 IMPORTED_SONAME libdrawbridge.so.0)
add_dependencies(drawbridge go)
