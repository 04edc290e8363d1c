#!/usr/bin/env bash
# The example solver on 2 ranks, first with its own Fortran property routines, then through
# Drawbridge: one table, the verdict of the comparison, a picture.
set -euo pipefail
cd "$(dirname "$0")/.."
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
bin=$PWD/build/bin
out=build/demo
rm -rf "$out"
mkdir -p "$out"

# run NAME USE_BRIDGE: the same namelist with the switch set
run() {
  mkdir -p "$out/$1"
  cp examples/legacy_solver/{mixing_layer.nml,species.dat,transport.dat} "$out/$1/"
  (cd "$out/$1" && mpirun -np 2 "$bin/legacy_solver" mixing_layer.nml use_bridge="$2") ||
    { echo "demo: the run '$1' failed" >&2; exit 1; }
}

echo "== 1. the solver with its own Fortran property routines"
run fortran F
echo "== 2. the same solver through Drawbridge"
DRAWBRIDGE_REPORT=bridge_report.json run bridge T
echo "== 3. what it gained"
"$bin/drawbridge" report "$out/fortran/timings.json" "$out/bridge/timings.json" "$out/bridge/bridge_report.json"
echo "== 4. is it the same?"
reference=$(ls "$out"/fortran/*.h5 | sort | tail -n 1)
through_bridge=$out/bridge/$(basename "$reference")
"$bin/drawbridge" compare --norm 1e-9 "$reference" "$through_bridge"
"$bin/drawbridge" plot "$through_bridge" --field density,temperature -o "$out/mixing_layer.png"
echo "picture: $out/mixing_layer.png"
