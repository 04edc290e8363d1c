#!/usr/bin/env bash
# The figures of bench/results/:
#   bench.sh [FLAGS]         kernels and bridge, as ratios to a yardstick of the same run
#   bench.sh solver [FLAGS]  speed-up of the example solver's port over species and orders, without and with viscous fluxes: tables,
#                            build/bench_solver.json and .png, build/bench_solver_viscous.json and .png (OUT: another prefix)
set -euo pipefail
cd "$(dirname "$0")/.."
command=${COMMAND:-build/bin/drawbridge}
if [ "${1:-}" = solver ]; then
  shift
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
  export DRAWBRIDGE_DEVICE=${DRAWBRIDGE_DEVICE:-host} DRAWBRIDGE_THREADS=${DRAWBRIDGE_THREADS:-1} # a rank has one core on both sides
  out=${OUT:-build/bench_solver}
  "$command" bench solver -o "$out" "$@"
  [ $# -gt 0 ] || set -- --species 1,5,20 --steps 3 --rounds 2 # with 40 and 50 species the old routines take minutes
  "$command" bench solver --viscous -o "${out}_viscous" "$@"
  exit
fi
"$command" bench properties --device host --output build/cost_of_a_point.png "$@"
"$command" bench transport --device host "$@"
"$command" bench calls "$@"
