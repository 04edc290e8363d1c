#!/usr/bin/env bash
# bench_old_new.sh OLD NEW [ROUNDS]: is the library in folder NEW as fast as the one in folder OLD?
# Runs the benches of this build with either library in turn (libdrawbridge.so.0 of the folders), per instruction set,
# and prints time new / old of every figure (the least of all rounds), then the geometric mean. Wants a quiet machine;
# 3 rounds take about ten minutes. SPECIES=5 POINTS=512 CELLS=32 ONLY=laplacian in the environment make it short.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
old=$(realpath "$1") new=$(realpath "$2") rounds=${3:-3}
here=$(cd "$(dirname "$0")/.." && pwd)/build
for folder in "$old" "$new"; do
  [ -f "$folder/libdrawbridge.so.0" ] || { echo "bench_old_new: $folder has no libdrawbridge.so.0" >&2; exit 2; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One line a figure: ISA, what, time.
figures() {
  sed -n 's/.*"collection":"\([^"]*\)","species":\([0-9]*\),"states":"\([a-z]*\)".*"kernel_ns": *\([0-9.E+-]*\).*/\1_\2_\3 \4/p;
    /plain/d
    s/.*"operator":"\([^"]*\)","precision":"\([a-z]*\)","variant":"\([^"]*\)".*"ms": *\([0-9.E+-]*\).*/\1_\2_\3 \4/p' |
    awk -v isa="$1" '{ what = $1; for (i = 2; i < NF; i++) what = what "_" $i
      print isa, what, $NF }'
}

for round in $(seq "$rounds"); do
  for isa in avx512 avx2 baseline; do
    for which in old new; do
      export DRAWBRIDGE_DEVICE=host DRAWBRIDGE_ISA=$isa LD_LIBRARY_PATH=${!which}
      { "$here/libexec/drawbridge/bench_properties" species=${SPECIES:-5,20,50} repeat=15 points=${POINTS:-12288}
        "$here/libexec/drawbridge/bench_properties" set=transport species=${SPECIES:-5,20} repeat=9 points=${POINTS:-12288}
        "$here/libexec/drawbridge/bench_stencils" n=${CELLS:-128} gray_scott=1024 repeat=5 ${ONLY:+only=$ONLY}; } |
        figures "$isa" | sed "s/^/$which /" >>"$work/all"
    done
  done
  echo "round $round of $rounds" >&2
done
awk '{ key = $2 " " $3; if (!((key, $1) in least) || $4 < least[key, $1]) least[key, $1] = $4; keys[key] = $2 }
  END {
    for (key in keys) if (((key, "old") in least) && least[key, "old"] > 0) {
      ratio = least[key, "new"] / least[key, "old"]
      printf "%-60s new/old %.3f\n", key, ratio
      sum[keys[key]] += log(ratio); n[keys[key]]++
    }
    for (isa in sum) printf "%-60s new/old %.3f over %d figures\n", "geometric mean " isa, exp(sum[isa] / n[isa]), n[isa]
  }' "$work/all" | sort
