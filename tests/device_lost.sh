# device_lost.sh PROGRAM WORK STRIDE: faults of the fake driver at every STRIDE-th call of a program, and at every allocation.
set -eu
program=$1 work=$2 stride=$3
rm -rf "$work"
mkdir -p "$work"
export DRAWBRIDGE_TUNE=off DRAWBRIDGE_CACHE="$work/cache"
"$program" >"$work/out" || { cat "$work/out"; exit 1; } # compiles the kernels
FAKE_CUDA_TRACE="$work/trace" "$program" >"$work/out"
places=$(wc -l <"$work/trace")
allocations=$(grep -c Alloc "$work/trace")
"$program" "$places" "$stride" any:719:N any:2:N:1 any:999:N:1
"$program" "$allocations" $((stride > 1 ? 3 : 1)) alloc:2:N alloc:2:N:1
