#!/bin/sh
# Mistakes with halos over two ranks: each is told once, before the first numbers come out, and the right program says nothing.
# halos.sh PROGRAM
set -u
program=$1
failed=0
out=$(mktemp)
trap 'rm -f "$out"' EXIT

# says CASE TEXT...: the lines about halos are these, as many as there are.
says() {
  case=$1; shift
  "$MPIRUN" -n 2 "$program" "$case" >"$out" 2>&1 || { echo "$case: exit code $?, 0 expected"; cat "$out"; failed=1; }
  lines=$(grep -c 'reads the halo\|MPI_COMM_WORLD, and' "$out")
  [ "$lines" -eq $# ] || { echo "$case: $lines lines, $# expected"; cat "$out"; failed=1; }
  for text; do
    grep -qF "$text" "$out" || { echo "$case: no '$text'"; cat "$out"; failed=1; }
  done
}

# prints CASE TEXT...: one of the lines of each.
prints() {
  case=$1; shift
  "$MPIRUN" -n 2 "$program" "$case" >"$out" 2>&1
  for text; do
    grep -qF "$text" "$out" || { echo "$case: no '$text'"; cat "$out"; failed=1; }
  done
}

says right
says no_exchange "pointwise reads the halo of field u beyond x- (rank 1) x+ (rank 1) z- (around the periodic axis) z+ (around the periodic axis), which no exchange has brought"
says no_walls "pointwise reads the halo of field u beyond y- y+, which nothing has filled: it holds zeros. Put a fill of u with faces='edges'"
says all "pointwise reads the halo of field u beyond x- (rank 1) x+ (rank 1) z- (around the periodic axis) z+ (around the periodic axis), which a fill has written last"
says old "pointwise reads the halo of field v beyond x+ (rank 1) z- (around the periodic axis), which is older than the interior: v was written after its halo. Put step%exchange(domain, 'v') between"
says poisson "laplacian reads the halo of field p beyond z+ (rank 1), which is older than the interior: p was written after its halo"
says alone "domain: this process is one of 2 of MPI_COMM_WORLD, and initialize got no comm=: each of them has the whole grid [12 10 8]"
# Each process is a member of an ensemble: nothing is wrong with that, and a mistake of all of them is told once.
says ensemble
says ensemble_walls "pointwise reads the halo of field u beyond y- y+, which nothing has filled: it holds zeros. Put a fill of u with faces='edges'"
# What concerns one process alone, as a report that it cannot write, it says itself, whatever its place.
for case in right alone ensemble; do
  "$MPIRUN" -n 2 sh -c 'test "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 1 && export DRAWBRIDGE_REPORT=/nowhere/report.%r; exec "$0" "$1"' "$program" "$case" >"$out" 2>&1
  lines=$(grep -c '/nowhere/report' "$out")
  [ "$lines" -eq 1 ] || { echo "$case: $lines lines of a report that rank 1 cannot write, 1 expected"; cat "$out"; failed=1; }
done
prints refused "5 sequence heat: exchange writes 1 layer beyond the interior, field bare (double x 6 x 10 x 8, halo 0) has too few; create it with halo=1 or more" \
  "2 sequence heat: fill u: kind periodic along x, which is divided: beyond this box lies one of rank 1"
prints error "drawbridge: rank 0: error 4: "
exit $failed
