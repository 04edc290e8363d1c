# run.sh BUILD SCRATCH: installs into SCRATCH and builds a stranger's program against it, once by
# CMake's package and once by pkg-config.
set -eu
build=$1 scratch=$2
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$scratch"
mkdir -p "$scratch"
cmake --install "$build" --prefix "$scratch/prefix" >"$scratch/install.log"
sh "$here/../documents.sh" links "$(dirname "$(find "$scratch/prefix" -name CHANGELOG.md)")"
cmake -S "$here" -B "$scratch/cmake" -DCMAKE_PREFIX_PATH="$scratch/prefix" >"$scratch/configure.log"
cmake --build "$scratch/cmake" >"$scratch/build.log"
"$scratch/cmake/stranger" | grep -q '^drawbridge [0-9]'
PKG_CONFIG_PATH=$(dirname "$(find "$scratch/prefix" -name drawbridge.pc)")
export PKG_CONFIG_PATH
cd "$scratch"
gfortran $(pkg-config --variable=fortran_source drawbridge) "$here/stranger.f90" -o by_pkg_config $(pkg-config --libs drawbridge)
LD_LIBRARY_PATH=$(pkg-config --variable=libdir drawbridge) ./by_pkg_config | grep -q '^drawbridge [0-9]'
# a host whose default kinds are 8 bytes compiles the module too
gfortran -fdefault-integer-8 -fdefault-real-8 $(pkg-config --variable=fortran_source drawbridge) "$here/stranger.f90" -o wide $(pkg-config --libs drawbridge)
LD_LIBRARY_PATH=$(pkg-config --variable=libdir drawbridge) ./wide | grep -q '^drawbridge [0-9]'
"$scratch/prefix/bin/drawbridge" version >/dev/null
echo "install: ok"
