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
for nothing in , / '!3' ' ,5' '&'; do # would leave the file's
  refuse "argument steps=$nothing: expected KEY=VALUE" 0 mixing_layer.nml "steps=$nothing"
done
solve 1 two use_bridge=F steps=1 "species='O2','CH4'" # and none of the file's five
grep -q '"species": \["O2", *"CH4"\]' two.json || { cat two.json; fail "species='O2','CH4' are not two"; }
refuse 'restart: steps behind it, steps = 1.0.*: expected at most 2147483647 together' 2 mixing_layer.nml $small "species='O2','CH4'" "restart='two_0000001.h5'" steps=2147483647
refuse 'argument steps=many: ' 2 mixing_layer.nml steps=many
for key in max_block MAX_BLOCK mAX_bLOCK; do
  refuse 'argument max_block=many: .*many' 0 mixing_layer.nml $key=many
  if grep -qi 'object name max_block' refusal.log; then cat refusal.log; fail "$key: the words of the other group"; fi
done
refuse 'argument steps=1.5: ' 0 mixing_layer.nml steps=1.5
refuse 'argument cells=24,20,8,2: ' 0 mixing_layer.nml cells=24,20,8,2
refuse 'cells = 24.* 0.* 0.*: expected three numbers' 2 mixing_layer.nml cells=24
refuse 'cells = 24.* 20.* 0.*: expected three numbers' 0 mixing_layer.nml CELLS=24,20
refuse 'cells = 24.* 20.* 0.*: expected three numbers' 0 mixing_layer.nml cELLS=24,20
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
count=$(grep -c "^'" species.dat)
sed "0,/1.293e+06/s//,,/" species.dat >broken.dat # an item between two commas is no number
refuse "broken.dat: species H2: a number is left out or not finite; expected 19 numbers" 0 mixing_layer.nml "species_file='broken.dat'"
sed '$d' species.dat >broken.dat
refuse "broken.dat: species .*: the file ends inside its data" 0 mixing_layer.nml species_count=5 "species_file='broken.dat'"
for ((i = 0; i < 201; i++)); do echo "'S$i' 1e-4 0 0 3e-10 100"; done >broken.dat
refuse "broken.dat: more than 200 species" 0 mixing_layer.nml "transport_file='broken.dat'"
(cat species.dat; printf '\n ! the end\n\n') >longer.dat
refuse "longer.dat has fewer species" 0 mixing_layer.nml species_count=$((count + 1)) "species_file='longer.dat'"
for key in max_block=0 order=5 halo=0 steps=-1 cells=0,1,1 cells=1,1,1 cfl=-1 T_cold=0 uneven=2 blocks_per_rank=0 "face='x'" "case_name='x'"; do
  refuse "${key%%=*}" 0 mixing_layer.nml "$key"
done
refuse 'halo' 0 mixing_layer.nml order=9 halo=4
refuse '`fringes` is now called `halo`' 0 mixing_layer.nml order=9 fringes=4 # the old name still works
refuse 'halo = 0' 0 mixing_layer.nml fringes=0
sed 's/ halo  *= 5/ fringes = 4/' mixing_layer.nml >old_name.nml
refuse 'species data absent.dat' 0 old_name.nml order=9 halo=5 "species_file='absent.dat'" # an argument overrides the file
refuse 'between walls' 0 mixing_layer.nml cells=24,4,8
refuse '4 ranks with 1 blocks each would lie as 4 1 1 blocks in 2 1 1 cells' 4 mixing_layer.nml cells=2,1,1
refuse 'ranks, blocks_per_rank = 2.* 0.2.*E+10: expected at most 1e5 blocks' 2 mixing_layer.nml $small blocks_per_rank=2000000000
refuse 'no memory for a block of 100000 100000 100000 cells and 23 variables' 0 mixing_layer.nml $small cells=100000,100000,100000
refuse 'cells = .*: expected three numbers' 0 mixing_layer.nml $small cells=2000000000,2000000000,1
refuse 'halo = ' 0 mixing_layer.nml $small halo=2000000000
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
refuse 'no admissible state in step 1,' 0 mixing_layer.nml $small steps=2000000000 dt_fixed=1e9 # room for so many times is not asked
echo older >kept.json
refuse 'no admissible state in step 0' 2 mixing_layer.nml $small steps=1 "timings='kept.json'" T_cold=1e-300
[ "$(cat kept.json)" = older ] || fail "a run that was refused emptied the older timings"
[ -z "$(ls ./*.trial 2>/dev/null)" ] || fail "trial files are left"
# what the stages with the state on the device do not cover
for face in state rates step; do
  refuse "migrate_every > 0 is not covered by face = .*: expected 0" 2 mixing_layer.nml $small use_bridge=T "face='$face'" migrate_every=2
  refuse "planted_error > 0 is not covered by face = .*: expected 0" 0 mixing_layer.nml $small use_bridge=T "face='$face'" planted_error=1e-9
  refuse "a block with fewer cells than the layers.* is not covered by face = .*: expected fewer ranks or blocks" 2 mixing_layer.nml $small cells=24,20,4 order=9 use_bridge=T "face='$face'"
  ! grep -q snapshot refusal.log || { cat refusal.log; fail "steps were made"; }
done
refuse "face = plan: expected 'stripes', 'plans', 'state', 'rates' or 'step'" 0 mixing_layer.nml "face='plan'"
echo "solver, refusals: ok"
