# resident.sh RANKS: the stages with the state on the device give the flow of stage 0, in every kind of case, whatever the ranks and blocks.
# Stage 0 gives that of the yardstick, as it was before its loops became kernels.
# resident.sh gpu: the whole step as a GPU runs it, on the fake driver. FAKE is its folder.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
ranks=$1
echo 'fields: {"velocity_*": {abs: 1e-7, norm: 1e-10}}' >limits.yaml # some of them stay near zero
near='--norm 1e-10 --tolerances limits.yaml'
tiny='cells=12,10,6 lengths=1.9e-4,1.6e-4,2.2e-3 layer=1.3e-4 wave=2e-5 cfl=0.4 trace=0.02'

# agree NAME STEPS NAMELIST KEY=VALUE...: stage 0 on one rank, and the others on all
agree() {
  local name=$1 steps=$2 namelist=$3 face
  shift 3
  mkdir -p $name
  go 1 $name/stage0 "$namelist" steps="$steps" "$@"
  for face in ${faces:-step}; do
    go "$ranks" $name/$face "$namelist" steps="$steps" use_bridge=T "face='$face'" "$@"
    same $near $name/stage0_*.h5 $name/${face}_*.h5
    ! grep 'reads the halo' $name/$face.log || fail "$name by $face says something"
    [ "$(grep '^cells that fell' $name/stage0.log)" = "$(grep '^cells that fell' $name/$face.log)" ] || fail "$name by $face: other cells fell back"
  done
}

if [ "$ranks" = gpu ]; then
  ranks=1
  export DRAWBRIDGE_DEVICE=cuda DRAWBRIDGE_DRIVER="$FAKE" DRAWBRIDGE_CUDA="$FAKE" DRAWBRIDGE_CACHE="$scratch/cubin"
  agree viscous 3 mixing_layer.nml $tiny order=9 viscous=T
  agree tube 20 shock_tube.nml
  echo "solver, the step on a fake GPU: ok"
  exit
fi
faces='state rates step' agree walls 100 mixing_layer.nml $tiny order=9
faces='rates step' agree fronts 10 mixing_layer.nml $tiny order=9 layer=5e-5 cfl=0.9 # fall-back, and species that must stay positive
! grep 'the fields: 0*\.000 MB' fronts/*.log || fail "the run fetched its state for output, and counts no copies"
grep -q 'fell back to order 1:  *[1-9]' fronts/step.log || fail "no cell fell back"
if [ "$ranks" -eq 1 ]; then
  faces='state rates step' agree periodic 100 mixing_layer.nml $tiny order=1 walls=F
  faces='state rates step' agree viscous 5 mixing_layer.nml $tiny order=9 viscous=T
  agree tube 100 shock_tube.nml              # one direction, one species, walls, sharp fronts
  agree flat 20 jet.nml cells=24,20,1        # two directions, viscous
  agree many 2 mixing_layer.nml $tiny order=9 species_count=20
  SOLVER=$YARDSTICK go 1 old mixing_layer.nml $tiny order=9 viscous=T steps=5
  same $near old_0000005.h5 viscous/stage0_0000005.h5
fi
# bit for bit on any ranks and blocks
for kind in 'order=9' 'order=1 viscous=T'; do
  go 1 alone mixing_layer.nml $small $kind cfl=0.4 steps=3 use_bridge=T "face='step'"
  go "$ranks" divided mixing_layer.nml $small $kind cfl=0.4 steps=3 use_bridge=T "face='step'" blocks_per_rank=2 uneven=0.2
  same alone_0000003.h5 divided_0000003.h5
done
echo "solver, the state on the device, on $ranks ranks: ok"
