# The solver with every check of the compiler: all stages, both orders, blocks that change, and not a word of it.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
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
