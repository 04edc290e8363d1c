# A state that leaves the admissible set: who, where, what, the state before it in a file, and an end on all ranks.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
for ranks in 0 3; do
  for stage in use_bridge=F use_bridge=T "use_bridge=T face='plans'"; do
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
