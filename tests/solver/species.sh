# species.sh: 1, 10, 20, 40 and 50 species, a trace of each: every stage of the port gives the same flow after
# 100 steps, and conserves (fewer where the old routines take long: of order 9 20 steps at 40 and 50 species, with
# viscous fluxes 10 at 10 species and 1 at 20).
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
echo 'fields: {"velocity_*": {abs: 1e-8, norm: 1e-10}}' >limits.yaml # of them only y and z are still near zero
tiny='cells=12,10,6 lengths=1.9e-4,1.6e-4,2.2e-3 layer=1.3e-4 wave=2e-5 cfl=0.4'
mkdir stage0 stage1 stage1b

# agree NS KEY=VALUE...: the three stages on 2 ranks in blocks and stripes of several sizes
agree() {
  local ns=$1
  shift
  local which="species_count=$ns trace=0.02"
  [ "$ns" -gt 1 ] || which="species='O2' warm_species='O2'"
  rm -f stage*/*
  go 2 stage0/run mixing_layer.nml $tiny $which "$@" use_bridge=F
  go 2 stage1/run mixing_layer.nml $tiny $which "$@" use_bridge=T blocks_per_rank=2 max_block=101
  go 2 stage1b/run mixing_layer.nml $tiny $which "$@" use_bridge=T "face='plans'" blocks_per_rank=2 uneven=1 migrate_every=1
  for stage in stage1 stage1b; do
    same --norm 1e-10 --tolerances limits.yaml stage0 $stage
    grep -q " 0 of $((9 + ns)) " compare.log || { cat compare.log; fail "$stage has not $ns mass fractions"; }
    grep -q '^conservation: .* (kept)$' $stage/run.log || fail "$stage: no word on conservation" # LOST also ends a run in 1
  done
}

for ns in 1 10 20; do
  agree $ns order=1 steps=100
  agree $ns order=9 steps=100
done
for ns in 40 50; do
  agree $ns order=1 steps=100
  agree $ns order=9 steps=20
done
agree 1 order=9 viscous=T steps=100
agree 5 order=9 viscous=T steps=100
agree 10 order=9 viscous=T steps=10
agree 20 order=1 viscous=T steps=1
echo "solver, 1 to 50 species: ok"
