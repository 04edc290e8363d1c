# What the solver tests share: SOLVER, COMMAND, EXAMPLE, MPIRUN come from CTest.
set -euo pipefail
scratch=$(mktemp -d "${TMPDIR:-/tmp}/drawbridge-solver.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cp "$EXAMPLE"/*.nml "$EXAMPLE"/*.dat .
small='cells=24,20,8 lengths=3.75e-4,3.1e-4,3e-3 layer=1.3e-4 wave=3e-5 steps=20'
full='order=9 viscous=T cfl=0.4 steps=4' # every property call, at cells and at interfaces
rough='blocks_per_rank=3 uneven=1 migrate_every=2 max_block=301' # blocks and stripes of all sizes

fail() { echo "FAILED: $*"; exit 1; }

# go RANKS NAME NAMELIST KEY=VALUE...: a run of a case; files NAME_*.h5 and NAME.json
go() {
  local ranks=$1 name=$2 namelist=$3
  shift 3
  "$MPIRUN" -np "$ranks" "$SOLVER" "$namelist" "output='$name'" "timings='$name.json'" "$@" >"$name.log" 2>&1 ||
    { cat "$name.log"; fail "the run $name on $ranks ranks"; }
}

# solve RANKS NAME KEY=VALUE...: a small mixing layer
solve() {
  local ranks=$1 name=$2
  shift 2
  go "$ranks" "$name" mixing_layer.nml $small "$@"
}

# same ARGUMENTS: drawbridge compare finds no difference
same() { "$COMMAND" compare "$@" >compare.log 2>&1 || { cat compare.log; fail "compare $*"; }; }

# refuse SENTENCE RANKS ARGUMENTS...: the run fails with this sentence; 0 ranks: without mpirun
refuse() {
  local sentence=$1 ranks=$2 status=0
  shift 2
  local launch="$MPIRUN -np $ranks"
  [ "$ranks" -gt 0 ] || launch=
  timeout 60 $launch "$SOLVER" "$@" >refusal.log 2>&1 || status=$?
  [ "$status" -ne 0 ] && [ "$status" -ne 124 ] || { cat refusal.log; fail "exit $status for: $*"; }
  grep -q -- "$sentence" refusal.log || { cat refusal.log; fail "no line with '$sentence' for: $*"; }
}
