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

# stranger PREFIX: a host's program is cross-built against the installed arm64 library, by CMake's package and by pkg-config, and
# runs by the emulator.
stranger() (
  prefix=$(cd "$1" && pwd)
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
)

# shared_cache: the commands of amd64 and of arm64 share one cache folder. Neither takes what the other compiled, neither spoils
# it, and each finds its own. The compiler is the fake NVRTC of the tests, for either processor.
shared_cache() (
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  export DRAWBRIDGE_CACHE="$work/cache"
  emulator=$(cat "$source/build/arm64/emulator")
  for command in "$source/build/bin/drawbridge" "$source/build/arm64/bin/drawbridge"; do
    [ -x "$command" ] || { echo "FAILED: $command is not built: run make build first"; exit 1; }
  done
  for compiler in cc aarch64-linux-gnu-gcc; do
    CC=$compiler sh "$source/device/gpu/testdata/fake/build.sh" "$work/$compiler"
  done

  # warm COMPILER CXX COMMAND...: what that processor compiled and found
  warm() {
    export DRAWBRIDGE_DRIVER="$work/$1" DRAWBRIDGE_CUDA="$work/$1" CXX=$2
    shift 2
    "$@" cache warm --species O2 --collection preoscalcsoundspeed --points 100 --architecture sm_90 2>&1 | sed -n 's/.* \([0-9]* variants compiled, [0-9]* found\).*/\1/p'
  }
  amd64() { warm cc g++ "$source/build/bin/drawbridge"; }
  arm64() { warm aarch64-linux-gnu-gcc aarch64-linux-gnu-g++ $emulator "$source/build/arm64/bin/drawbridge"; }
  is() { [ "$2" = "$3" ] || { echo "FAILED: shared cache: $1: '$2', '$3' expected"; exit 1; }; }

  is 'amd64, first' "$(amd64)" '2 variants compiled, 0 found'
  is 'arm64, first' "$(arm64)" '2 variants compiled, 0 found'
  is 'amd64, again' "$(amd64)" '0 variants compiled, 2 found'
  is 'arm64, again' "$(arm64)" '0 variants compiled, 2 found'
  is 'entries' "$(find "$work/cache" -name '*.cubin' | wc -l)" 4
  for entry in "$work"/cache/*.cubin; do # a digest of 32 bytes, then the code
    tail -c +33 "$entry" >"$work/code"
    readelf -h "$work/code" | sed -n 's/.*Machine: *//p'
  done | sort | uniq -c | tr -s ' \n' ' ' >"$work/machines"
  is 'code' "$(cat "$work/machines")" ' 2 AArch64 2 Advanced Micro Devices X86-64 '
  echo "arm64_shared_cache: 6 checks, 0 failed"
)

# counts LOG: one line for each suite in a log of CTest (Testing/Temporary/LastTest.log): what its program counted, and
# seconds. Fails where a suite failed, or counted nothing: what did not run has not passed.
counts() {
  awk '
    / Testing: / { name = $3; checks = passed = skipped = failed = 0 }
    / checks, [0-9]+ failed$/ { for (i = 2; i <= NF; i++) if ($i == "checks,") { checks += $(i - 1); failed += $(i + 1) } }
    /^ *--- PASS: / { passed++ }
    /^ *--- SKIP: / { skipped++ }
    /^ *--- FAIL: / { failed++ }
    /^Test time = / { seconds = $4 }
    /^Test (Passed|Failed|Skipped|Timeout|Not Run)/ {
      says = $0 ~ /Passed/ ? "passed" : "FAILED"
      if (says == "passed" && (checks + passed == 0 || failed)) says = "FAILED: ran nothing"
      if (says != "passed") bad++
      suites++
      count = checks ? checks " checks" : passed " tests" (skipped ? ", " skipped " skipped" : "")
      printf "%-28s %-24s %4d failed %7.0f s  %s\n", name, count, failed, seconds, says
      total += checks; tests += passed; seconds_of_all += seconds
    }
    END {
      printf "%d suites, %d failed; %d checks of programs, %d tests of Go, %.0f s of all\n", suites, bad, total, tests, seconds_of_all
      exit bad > 0 || !suites
    }' "$1"
}

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
    sh tests/foreign.sh package "$source" build/arm64/prefix amd64 arm64
    stranger build/arm64/prefix
    shared_cache
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
counts build/arm64/Testing/Temporary/LastTest.log || code=1
exit $code
