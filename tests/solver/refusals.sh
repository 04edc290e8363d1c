# Wrong input of the solver: one clear line, a non-zero exit, no hang.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"

refuse 'usage: legacy_solver' 0
refuse 'namelist file absent.nml' 2 absent.nml
sed 's/cells/sells/' mixing_layer.nml >wrong_key.nml
refuse 'wrong_key.nml.*sells' 2 wrong_key.nml
sed '/DrawbridgeInputs/,$d' mixing_layer.nml >no_group.nml
refuse 'DrawbridgeInputs' 0 no_group.nml
refuse 'sells' 2 mixing_layer.nml sells=3
refuse 'expected KEY=VALUE' 0 mixing_layer.nml fast
refuse 'argument steps=: expected KEY=VALUE' 2 mixing_layer.nml steps=
sed 's/steps  *= 400/steps =  ! later/' mixing_layer.nml >empty.nml
refuse 'empty.nml: a value is expected in the line *steps =' 2 empty.nml
refuse 'argument steps=many: ' 2 mixing_layer.nml steps=many
refuse 'argument max_block=many: .*many' 0 mixing_layer.nml max_block=many
refuse 'argument steps=1.5: ' 0 mixing_layer.nml steps=1.5
refuse 'argument cells=24,20,8,2: ' 0 mixing_layer.nml cells=24,20,8,2
refuse 'cells = 24.* 0.* 0.*: expected three numbers' 2 mixing_layer.nml cells=24
refuse 'cells = 24.* 20.* 0.*: expected three numbers' 0 mixing_layer.nml CELLS=24,20
refuse "argument face=plans: .*strings need quotes" 0 mixing_layer.nml face=plans
refuse 'lengths = 0.1.* 0.2.* 0.*: expected three positive numbers' 0 mixing_layer.nml lengths=0.1,0.2
sed 's/cells  *= 96, 64, 6/cells = 96, 64/' mixing_layer.nml >short.nml
refuse 'cells = 96.* 64.* 0.*: expected three numbers' 2 short.nml
for help in -h --help; do
  "$MPIRUN" -np 2 "$SOLVER" $help >help.log 2>&1 || fail "exit $? of $help"
  for word in usage: FILE.nml STEPS=100 MAX_BLOCK=12288 'CASE_NAME=mixing layer'; do
    [ "$(grep -c -- "$word" help.log)" = 1 ] || { cat help.log; fail "$help does not say '$word' once"; }
  done
done
refuse "species XY is not in" 0 mixing_layer.nml "species='XY'"
refuse "warm_species CH4: expected two of the list species" 0 mixing_layer.nml "species='O2','N2','N2O','NO','CO'"
refuse "is named twice" 0 mixing_layer.nml "species='O2','CH4','O2','NO','CO'"
refuse 'has fewer species' 0 mixing_layer.nml species_count=60
refuse 'at most 64' 0 mixing_layer.nml species_count=65
refuse 'species data absent.dat' 0 mixing_layer.nml "species_file='absent.dat'"
head -n 20 species.dat | cut -c -60 >broken.dat
refuse "species data" 0 mixing_layer.nml "species_file='broken.dat'"
for key in max_block=0 order=5 fringes=0 steps=-1 cells=0,1,1 cells=1,1,1 cfl=-1 T_cold=0 uneven=2 blocks_per_rank=0 "face='x'" "case_name='x'"; do
  refuse "${key%%=*}" 0 mixing_layer.nml "$key"
done
refuse 'fringes' 0 mixing_layer.nml order=9 fringes=4
refuse 'between walls' 0 mixing_layer.nml cells=24,4,8
refuse '4 ranks with 1 blocks each would lie as 4 1 1 blocks in 2 1 1 cells' 4 mixing_layer.nml cells=2,1,1
refuse 'decay: expected two species' 0 decay.nml order=1
refuse 'periodic' 0 pulse.nml walls=T cells=8,8,1
refuse 'DRAWBRIDGE_DEVICE=host' 2 mixing_layer.nml $small use_bridge=T device=0
refuse 'rank [01]: restart: .*absent.h5' 2 mixing_layer.nml $small "restart='absent.h5'"
head -c 3000 species.dat >broken.h5
refuse 'restart: .*broken.h5' 3 mixing_layer.nml $small "restart='broken.h5'"
# before the first step
refuse "timings = absent/x.json cannot be written: " 2 mixing_layer.nml $small steps=1 "timings='absent/x.json'"
! grep -q 'steps/s' refusal.log || fail "timings: only found after the start"
refuse "output = absent/out cannot be written: .*[Nn]o such file" 3 mixing_layer.nml $small steps=1 "output='absent/out'"
! grep -q 'steps/s' refusal.log || fail "output: only found after the start"
[ -z "$(ls ./*.trial 2>/dev/null)" ] || fail "trial files are left"
echo "solver, refusals: ok"
