# arm64_stranger.sh SOURCE PREFIX: a host's program is cross-built against the installed arm64 library, by CMake's package and
# by pkg-config, and runs by the emulator.
set -eu
source=$1 prefix=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
emulator=$(cat "$source/build/arm64/emulator")
cmake -S "$source/tests/stranger" -B "$work/cmake" -DCMAKE_TOOLCHAIN_FILE="$source/cmake/arm64-cross.cmake" -DCMAKE_PREFIX_PATH="$prefix" >"$work/log" 2>&1 ||
  { cat "$work/log"; exit 1; }
cmake --build "$work/cmake" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
$emulator "$work/cmake/stranger" | grep -q '^drawbridge [0-9]'
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name drawbridge.pc)")
export PKG_CONFIG_PATH
(cd "$work" && aarch64-linux-gnu-gfortran $(pkg-config --variable=fortran_source drawbridge) "$source/tests/stranger/stranger.f90" -o by_pkg_config $(pkg-config --libs drawbridge))
$emulator -E LD_LIBRARY_PATH="$(pkg-config --variable=libdir drawbridge)" "$work/by_pkg_config" | grep -q '^drawbridge [0-9]'
echo "arm64_stranger: ok"
