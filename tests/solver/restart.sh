# The state of one file is the same bit for bit on 1 to 4 ranks and any blocks, and so are the runs that go on from it.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
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
  grep -q 'the same' compare.log || { cat compare.log; fail "nothing was compared"; }
done
mkdir one two
mv whole_*.h5 one/
mv more3_0000020.h5 read3_0000010.h5 two/
same --norm 1e-12 one two
status=0
timeout 60 "$MPIRUN" -np 2 "$SOLVER" mixing_layer.nml $small cells=24,20,6 "restart='one/whole_0000010.h5'" >refusal.log 2>&1 || status=$?
[ "$status" -ne 0 ] && grep -q 'has 24 20 8 cells, the namelist says 24 20 6' refusal.log || { cat refusal.log; fail "a file of another grid was taken"; }
echo "solver, restart on 1 to 4 ranks: ok"
