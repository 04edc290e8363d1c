#!/usr/bin/env bash
# Speed-up of the example solver's port over species and orders: tables, build/bench_solver.json and .png.
set -euo pipefail
cd "$(dirname "$0")/.."
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export DRAWBRIDGE_DEVICE=${DRAWBRIDGE_DEVICE:-host} DRAWBRIDGE_THREADS=${DRAWBRIDGE_THREADS:-1} # a rank has one core on both sides
build/bin/drawbridge bench solver -o build/bench_solver "$@"
build/bin/drawbridge bench solver --viscous --species 1,5,20 --steps 3 --rounds 2 -o build/bench_solver_viscous
