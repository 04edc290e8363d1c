# agree.sh RANKS: both roads give the same flow, whatever the ranks and the stripes; a uniform state stays.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
ranks=$1
solve 1 one use_bridge=F
solve "$ranks" fortran use_bridge=F
solve "$ranks" bridge use_bridge=T
solve "$ranks" stripes use_bridge=T max_block=101
"$COMMAND" compare one_0000020.h5 fortran_0000020.h5 >compare.log || { cat compare.log; fail "ranks change the Fortran run"; }
"$COMMAND" compare --norm 1e-11 fortran_0000020.h5 bridge_0000020.h5 >compare.log || { cat compare.log; fail "the roads differ"; }
"$COMMAND" compare --norm 1e-12 bridge_0000020.h5 stripes_0000020.h5 >compare.log || { cat compare.log; fail "stripes differ"; }
DRAWBRIDGE_DEVICE=memcheck solve "$ranks" memcheck use_bridge=T steps=3
solve "$ranks" uniform use_bridge=T "case_name='uniform'"
echo "solver on $ranks ranks: ok"
