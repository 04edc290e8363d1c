# Wrong input of the solver: one clear line, a non-zero exit, no hang.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"

# refuse SENTENCE RANKS ARGUMENTS...
refuse() {
  local sentence=$1 ranks=$2 status=0
  shift 2
  timeout 60 "$MPIRUN" -np "$ranks" "$SOLVER" "$@" >refusal.log 2>&1 || status=$?
  [ "$status" -ne 0 ] && [ "$status" -ne 124 ] || { cat refusal.log; fail "exit $status for: $*"; }
  grep -q -- "$sentence" refusal.log || { cat refusal.log; fail "no line with '$sentence' for: $*"; }
}

refuse 'usage: legacy_solver' 1
refuse 'namelist file absent.nml' 2 absent.nml
sed 's/cells/sells/' mixing_layer.nml >wrong_key.nml
refuse 'wrong_key.nml' 2 wrong_key.nml
sed '/DrawbridgeInputs/,$d' mixing_layer.nml >no_group.nml
refuse 'DrawbridgeInputs' 1 no_group.nml
refuse "species XY is not in" 2 mixing_layer.nml "species='XY'"
refuse 'max_block' 1 mixing_layer.nml max_block=0
refuse 'expected KEY=VALUE' 1 mixing_layer.nml fast
refuse 'DRAWBRIDGE_DEVICE=host' 2 mixing_layer.nml $small use_bridge=T device=0
refuse 'rank' 4 mixing_layer.nml cells=2,1,1
echo "solver, refusals: ok"
