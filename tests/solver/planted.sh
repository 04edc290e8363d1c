# An error of 1e-9 in the middle of a stripe is found, and where: the comparison of stages can fail.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
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
echo "solver, planted error: ok"
