# What the solver tests share: SOLVER, COMMAND, EXAMPLE, MPIRUN come from CTest.
set -euo pipefail
scratch=$(mktemp -d "${TMPDIR:-/tmp}/drawbridge-solver.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cp "$EXAMPLE/mixing_layer.nml" "$EXAMPLE/species.dat" .
small='cells=24,20,8 lengths=3.75e-4,3.1e-4,3e-3 layer=1.3e-4 wave=3e-5 steps=20'

fail() { echo "FAILED: $*"; exit 1; }

# solve RANKS NAME KEY=VALUE...: a small mixing layer; files NAME_0000020.h5 and NAME.json
solve() {
  local ranks=$1 name=$2
  shift 2
  "$MPIRUN" -np "$ranks" "$SOLVER" mixing_layer.nml $small "output='$name'" "timings='$name.json'" "$@" >"$name.log" 2>&1 ||
    { cat "$name.log"; fail "the run $name on $ranks ranks"; }
}
