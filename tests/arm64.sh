# arm64.sh SOURCE short|whole [ARGUMENTS of ctest]: cross-builds for arm64 into SOURCE/build/arm64, as docs/platforms.md
# says, and tests that by an emulator: as many suites at a time as DRAWBRIDGE_TEST_JOBS says, or as there are cores. Prints
# one line for each suite, with its count and seconds. Skips (77) where a tool is missing.
set -eu
source=$1 part=$2 missing=
shift 2
for tool in gcc g++ gfortran; do
  command -v "aarch64-linux-gnu-$tool" >/dev/null 2>&1 || missing="$missing $tool-aarch64-linux-gnu"
done
command -v qemu-aarch64 >/dev/null 2>&1 || command -v qemu-aarch64-static >/dev/null 2>&1 || missing="$missing qemu-user"
if [ -n "$missing" ]; then
  echo "skipped: no cross-build for arm64, these packages are missing:$missing"
  exit 77
fi
cd "$source"
jobs=${DRAWBRIDGE_TEST_JOBS:-$(nproc)}
unset DRAWBRIDGE_TEST_JOBS # the library warns of variables that it does not know
mkdir -p build
log=build/arm64.log
quietly() { "$@" >"$log" 2>&1 || { tail -n 30 "$log"; echo "FAILED: $*"; exit 1; }; }
# The whole suite fetches HDF5 of arm64, where libhdf5-dev:arm64 is not installed. Without it the rest is tested all the same.
if [ "$part" = whole ] && [ ! -e /usr/lib/aarch64-linux-gnu/pkgconfig/hdf5-serial.pc ]; then
  reason=$(sh scripts/arm64_packages.sh build/arm64_packages 2>&1) ||
    echo "skipped: snapshots, restart and the command's reading of them: $reason"
fi
quietly cmake --preset arm64-cross
case $part in
  short)
    quietly cmake --build build/arm64 --target go golden golden_bridge identities invariance hostile_values
    set -- -L '^short$' "$@"
    ;;
  whole)
    quietly cmake --build build/arm64
    # the install tree is arm64's, and this machine's build refuses it with both names
    quietly cmake --install build/arm64 --prefix build/arm64/prefix
    sh tests/foreign_package.sh "$source" build/arm64/prefix amd64 arm64
    sh tests/arm64_stranger.sh "$source" build/arm64/prefix
    sh tests/arm64_shared_cache.sh "$source"
    ;;
  *)
    echo "arm64.sh: the part is $part, short or whole was expected"
    exit 2
    ;;
esac
readelf -h build/arm64/lib/libdrawbridge.so.0 | grep -q AArch64 || { echo "FAILED: the library is not arm64's"; exit 1; }
sh tests/symbols.sh build/arm64/lib/libdrawbridge.so.0 none bridge/entry.h
code=0
(cd build/arm64 && ctest --output-on-failure --no-tests=error -j "$jobs" "$@") || code=$?
sh tests/arm64_counts.sh build/arm64/Testing/Temporary/LastTest.log || code=1
exit $code
