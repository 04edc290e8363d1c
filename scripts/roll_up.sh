#!/usr/bin/env bash
# Runs the example solver on the case roll_up (10 minutes on two cores), draws the README's picture into build/roll_up/roll_up.png.
set -euo pipefail
cd "$(dirname "$0")/.."
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
bin=$PWD/build/bin
out=build/roll_up
mkdir -p "$out"
cp examples/legacy_solver/{roll_up.nml,species.dat,transport.dat} "$out/"
(cd "$out" && mpirun -np 2 "$bin/legacy_solver" roll_up.nml "$@")
snapshot=$(ls "$out"/roll_up_*.h5 | sort | tail -n 1)
"$bin/drawbridge" plot "$snapshot" --field temperature --colors inferno --width 16 -o "$out/roll_up.png"
