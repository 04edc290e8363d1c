# agree.sh RANKS: every stage of the port gives the same flow, over the whole series, whatever ranks, blocks and stripes.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
ranks=$1
mkdir stage0 stage1 stage1b
solve "$ranks" stage0/run steps=100 snapshot_every=20
solve "$ranks" stage1/run steps=100 snapshot_every=20 use_bridge=T
DRAWBRIDGE_LOG=$scratch/log solve "$ranks" stage1b/run steps=100 snapshot_every=20 use_bridge=T "face='plans'"
# the log of its snapshots: the spread over the ranks, the slowest, and once the map of the ranks with their devices
[ "$(grep -Ec "stage1b/run_00000[0-9]0.h5: .* by $ranks ranks .* s over the ranks min [0-9.]+, mean [0-9.]+, max [0-9.]+ \(rank [0-9]\)" log)" = 4 ] &&
  [ "$(grep -c 'rank  host  *local  threads  CPUs  *device' log)" = 1 ] || { cat log; fail "the log of the snapshots"; }
for ((r = 0; r < ranks; r++)); do
  grep -Eq "^rank 0: +$r +$(hostname) +$r +[0-9]+ +[0-9,-]+ +host " log || { cat log; fail "rank $r is not in the map of the log"; }
done
same --norm 1e-10 stage0 stage1
same --norm 1e-10 stage0 stage1b
grep -q 'all 5 steps agree' compare.log || { cat compare.log; fail "the series has not its five steps"; }

echo 'fields: {"velocity_*": {abs: 1e-8, norm: 1e-10}}' >limits.yaml # of them only y and z are still near zero
solve 1 one $full
solve "$ranks" many $full
solve "$ranks" rough $full $rough
solve "$ranks" bridge $full use_bridge=T
solve "$ranks" bridge_rough $full use_bridge=T $rough
solve "$ranks" plans_rough $full use_bridge=T "face='plans'" $rough
same one_0000004.h5 many_0000004.h5                  # bit for bit
same one_0000004.h5 rough_0000004.h5
same bridge_0000004.h5 bridge_rough_0000004.h5
same --norm 1e-12 --tolerances limits.yaml bridge_0000004.h5 plans_rough_0000004.h5
same --norm 1e-10 --tolerances limits.yaml one_0000004.h5 bridge_0000004.h5
DRAWBRIDGE_DEVICE=memcheck solve "$ranks" memcheck $full steps=1 use_bridge=T
[ "$ranks" -eq 2 ] || { echo "solver on $ranks ranks, stages agree: ok"; exit; }

# An error of 1e-9 in the middle of a stripe is found, and where: the comparison of stages can fail.
mkdir good planted
solve 2 good/run steps=12 snapshot_every=4
solve 2 planted/run steps=12 snapshot_every=4 use_bridge=T planted_error=1e-9
status=0
"$COMMAND" compare --norm 1e-10 good planted >compare.log || status=$?
[ "$status" -eq 1 ] || { cat compare.log; fail "a difference of 1e-9 was not found (exit $status)"; }
grep -q 'DIFFERENT: 3 of 3 steps' compare.log || { cat compare.log; fail "not in every step"; }
status=0
"$COMMAND" compare --norm 1e-10 --field pressure good/run_0000004.h5 planted/run_0000004.h5 >compare.log || status=$?
# the middle cell of one of the two blocks: 6 or 18, 10, 4 of 24 x 20 x 8
[ "$status" -eq 1 ] && grep -Eq '\((6|18),10,4\)' compare.log || { cat compare.log; fail "it is not seen where it was planted"; }
status=0
"$COMMAND" compare good/run_0000004.h5 absent.h5 >compare.log 2>&1 || status=$?
[ "$status" -eq 2 ] || fail "an absent file gives exit $status, not 2"
echo "solver on $ranks ranks, stages agree: ok"
