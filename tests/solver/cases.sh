# cases.sh RANKS: every case judges itself, in both orders; the judgement is of the run, not a habit.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
ranks=$1
for name in uniform pulse density_wave shock_tube; do
  for order in 1 9; do
    go "$ranks" $name$order $name.nml order=$order use_bridge=T
    grep -q ': pass$' $name$order.log || { cat $name$order.log; fail "$name of order $order"; }
  done
done
go "$ranks" jet jet.nml use_bridge=T steps=60
go "$ranks" jet_3d jet.nml use_bridge=T steps=4 cells=24,16,16 lengths=2.7e-3,1.8e-3,1.8e-3 "species='N2'" viscous=F
solve "$ranks" layer use_bridge=T $full
grep -h '^case .*: pass$' uniform9.log pulse9.log density_wave9.log shock_tube9.log jet.log layer.log
grep -h 'fell back' shock_tube9.log
# a run that is not what it ought to be fails
if "$MPIRUN" -np "$ranks" "$SOLVER" density_wave.nml order=9 dt_fixed=4e-8 steps=10 >wrong.log 2>&1; then
  cat wrong.log
  fail "a step with a large error in time was not noticed"
fi
grep -q ': FAIL$' wrong.log || { cat wrong.log; fail "no verdict"; }
echo "solver cases on $ranks ranks: ok"
