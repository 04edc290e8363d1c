# arm64_shared_cache.sh SOURCE: the commands of amd64 and of arm64 share one cache folder. Neither takes what the other
# compiled, neither spoils it, and each finds its own. The compiler is the fake NVRTC of the tests, for either processor.
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export DRAWBRIDGE_CACHE="$work/cache"
emulator=$(cat "$source/build/arm64/emulator")
for command in "$source/build/bin/drawbridge" "$source/build/arm64/bin/drawbridge"; do
  [ -x "$command" ] || { echo "FAILED: $command is not built: run make build first"; exit 1; }
done
for compiler in cc aarch64-linux-gnu-gcc; do
  CC=$compiler sh "$source/device/cuda/testdata/fake/build.sh" "$work/$compiler"
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
