# A planted error in the middle of a field is found: the comparison of the test above can fail.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
solve 2 good use_bridge=T
solve 2 warmer use_bridge=T T_warm=300.0000003
status=0
"$COMMAND" compare --norm 1e-11 good_0000020.h5 warmer_0000020.h5 >compare.log || status=$?
[ "$status" -eq 1 ] || fail "a difference of 1e-9 was not found (exit $status)"
status=0
"$COMMAND" compare good_0000020.h5 absent.h5 >compare.log 2>&1 || status=$?
[ "$status" -eq 2 ] || fail "an absent file gives exit $status, not 2"
echo "solver, planted error: ok"
