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
mkdir one two
mv whole_*.h5 one/
mv more3_0000020.h5 read3_0000010.h5 two/
same --norm 1e-12 one two
status=0
timeout 60 "$MPIRUN" -np 2 "$SOLVER" mixing_layer.nml $small cells=24,20,6 "restart='one/whole_0000010.h5'" >refusal.log 2>&1 || status=$?
[ "$status" -ne 0 ] && grep -q 'has 24 20 8 cells, the namelist says 24 20 6' refusal.log || { cat refusal.log; fail "a file of another grid was taken"; }
echo "solver, restart on 1 to 4 ranks: ok"
