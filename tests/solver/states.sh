# states.sh restart: The state of one file is the same bit for bit on 1 to 4 ranks and any blocks, and so are the runs that go on from it.
# states.sh inadmissible: A state that leaves the admissible set: who, where, what, the state before it in a file, and an end on all ranks.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
if [ "$1" = restart ]; then
  solve 2 whole use_bridge=F snapshot_every=10
  for ranks in 1 2 3 4; do
    solve "$ranks" "read$ranks" use_bridge=F steps=0 blocks_per_rank=2 uneven=1 "restart='whole_0000010.h5'"
    same whole_0000010.h5 "read${ranks}_0000010.h5"
    solve "$ranks" "more$ranks" use_bridge=F steps=10 $rough "restart='whole_0000010.h5'"
    same more1_0000020.h5 "more${ranks}_0000020.h5"
  done
  same --norm 1e-12 whole_0000020.h5 more1_0000020.h5
  # with viscosity the step by cfl depends on the state alone: the parts of a run are the run
  echo 'fields: {"velocity_[yz]": {abs: 1e-10, norm: 1e-11}}' >limits.yaml # they are still near zero
  for order in 1 9; do
    solve 2 viscous$order order=$order viscous=T cfl=0.4 steps=6 snapshot_every=3
    solve 3 rest$order order=$order viscous=T cfl=0.4 steps=3 $rough "restart='viscous${order}_0000003.h5'"
    same --norm 1e-11 --tolerances limits.yaml viscous${order}_0000006.h5 rest${order}_0000006.h5
    grep -q 'SAME' compare.log || { cat compare.log; fail "nothing was compared"; }
  done
  mkdir one two
  mv whole_*.h5 one/
  mv more3_0000020.h5 read3_0000010.h5 two/
  same --norm 1e-12 one two
  status=0
  timeout 60 "$MPIRUN" -np 2 "$SOLVER" mixing_layer.nml $small cells=24,20,6 "restart='one/whole_0000010.h5'" >refusal.log 2>&1 || status=$?
  [ "$status" -ne 0 ] && grep -q 'has 24 20 8 cells, the namelist says 24 20 6' refusal.log || { cat refusal.log; fail "a file of another grid was taken"; }
  echo "solver, restart on 1 to 4 ranks: ok"
else
  for ranks in 0 3; do
    for stage in use_bridge=F use_bridge=T "use_bridge=T face='plans'" "use_bridge=T face='rates'" "use_bridge=T face='step'"; do
      rm -f out_*.h5
      refuse 'no admissible state in step [0-9]*, block [0-9]*, cell [0-9]* [0-9]* [0-9]* of it,.*of the grid: rho e T P .* are [ 0-9.E+-]*' \
        $ranks mixing_layer.nml $small "output='out'" cfl=4 blocks_per_rank=2 $stage
      grep -q 'legacy_solver, rank [0-9]: no adm' refusal.log || { cat refusal.log; fail "the rank is not named"; }
      grep -q 'snapshot out_before_' refusal.log || { cat refusal.log; fail "no snapshot of the state before"; }
      # a run that ends with that step has the same state
      last=$(ls out_before_*.h5 | sed 's/.*_0*\([0-9]\)/\1/; s/\.h5//')
      [ "$last" -ge 1 ] || fail "the state before is not one of the run"
      rm -f reference_*.h5
      solve 1 reference cfl=4 steps="$last" blocks_per_rank=2 $stage
      same --norm 1e-10 reference_*.h5 out_before_*.h5
    done
  done
  refuse 'no admissible state in step 0' 2 mixing_layer.nml $small T_cold=20000 use_bridge=T
  grep -q 'the state to begin with is not admissible; there is none before it' refusal.log || { cat refusal.log; fail "what is said at step 0"; }
  ! grep -q snapshot refusal.log || { cat refusal.log; fail "a snapshot of no state is said to be written"; }
  # a restart whose file was damaged in one cell: the temperature there is negative
  if command -v h5dump >/dev/null; then
    solve 2 good steps=2
    offset=$(h5dump -p -H -d /VTKHDF/CellData/temperature good_0000002.h5 | sed -n 's/.*OFFSET \([0-9]*\).*/\1/p')
    printf '\300' | dd of=good_0000002.h5 bs=1 seek=$((offset + 8 * 1000 + 7)) conv=notrunc status=none
    refuse 'rank [01]: no admissible state in step 2, block [12], cell .* of it, 17 2 3 of the grid' 2 mixing_layer.nml $small "restart='good_0000002.h5'"
    grep -q 'the state to begin with is not admissible' refusal.log || { cat refusal.log; fail "a restart that is no state"; }
  fi
  echo "solver, inadmissible states: ok"
fi
