# cases.sh RANKS: every case judges itself, in both orders; the judgement is of the run, not a habit.
# cases.sh checked: the solver with every check of the compiler: all stages, both orders, blocks that change, and not a word of it.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
ranks=$1
if [ "$ranks" = checked ]; then
  tiny="$small $full cells=12,10,6 steps=2"
  for stage in use_bridge=F use_bridge=T "use_bridge=T face='plans'"; do
    go 2 run mixing_layer.nml $tiny $rough profile=T snapshot_every=1 $stage
    go 2 again mixing_layer.nml $tiny steps=1 "restart='run_0000001.h5'" $stage
  done
  for name in uniform pulse density_wave shock_tube jet; do
    go 2 $name $name.nml use_bridge=T steps=40 order=1
  done
  go 2 decay decay.nml use_bridge=T
  for ((i = 0; i < 200; i++)); do echo 'an older and longer file'; done >long.json
  go 2 long uniform.nml cells=4,1,1 order=1 viscous=F blocks_per_rank=1 migrate_every=0 steps=5000 progress_every=5000 # more steps than have their times kept
  grep -q '"steps": 5000,' long.json && ! grep -q older long.json && grep -Eq '^median step  *[1-9]' long.log || { cat long.log; fail "the timings of 5000 steps"; }
  if grep -i 'warning\|temporary' ./*.log | grep -v 'thinner than 8 cells'; then fail "the compiler's checks found something"; fi
  echo "solver under -fcheck=all: ok"
  exit
fi
for name in uniform pulse density_wave shock_tube; do
  for order in 1 9; do
    go "$ranks" $name$order $name.nml order=$order use_bridge=T
    grep -q ': pass$' $name$order.log || { cat $name$order.log; fail "$name of order $order"; }
  done
done
# coefficients of diffusion against state 86 of golden.json: mu/rho, lambda/(rho cp), D
decays() {
  go "$ranks" "$@"
  sed -n 's/^case decay: .*, D  *\(.*\) m2.s, off.*: pass$/\1/p' "$1.log" | awk -v rho=267.35860789815956 -v mu=2.5519121066945942e-05 \
    -v lambda=0.05069267542116044 -v cp=2186.88206838953 -v D=1.0345954049163695e-07 '
    function off(a, b) { return a < 0.999*b || a > 1.001*b }
    NF != 3 || off($1, mu/rho) || off($2, lambda/(rho*cp)) || off($3, D) { exit 1 } END { exit NR != 1 }' ||
    { cat "$1.log"; fail "decay: $*"; }
}
decays decay decay.nml use_bridge=T
[ "$ranks" -gt 1 ] || decays decay_z decay.nml cells=1,1,32 "face='plans'" use_bridge=T
[ "$ranks" -ne 2 ] || decays decay_xz decay.nml cells=32,1,32 lengths=1e-6,1e-6,1.2e-6 use_bridge=F
go "$ranks" jet jet.nml use_bridge=T steps=60
go "$ranks" jet_3d jet.nml use_bridge=T steps=4 cells=24,16,16 lengths=2.7e-3,1.8e-3,1.8e-3 "species='N2'" viscous=F
solve "$ranks" layer use_bridge=T $full
grep -h '^case .*: pass$' uniform9.log pulse9.log density_wave9.log shock_tube9.log decay.log jet.log layer.log
grep -h 'fell back' shock_tube9.log
# a run that is not what it ought to be fails: a step with a large error in time, a grid too coarse to show an order
for wrong in 'density_wave.nml order=9 dt_fixed=4e-8 steps=10' 'decay.nml cells=12,12,1 steps=100'; do
  if "$MPIRUN" -np "$ranks" "$SOLVER" $wrong use_bridge=T >wrong.log 2>&1; then
    cat wrong.log
    fail "it was not noticed: $wrong"
  fi
  grep -q ': FAIL$' wrong.log || { cat wrong.log; fail "no verdict: $wrong"; }
done
echo "solver cases on $ranks ranks: ok"
