# bench_arguments.sh FOLDER: what a benchmark program cannot use is refused with what it can, before anything is measured.
set -eu
cd "$1"
refuse() { # PROGRAM WORDS ARGUMENTS
  program=$1 words=$2
  shift 2
  status=0
  said=$("./$program" "$@" 2>&1) || status=$?
  [ "$status" -eq 2 ] && printf '%s' "$said" | grep -q -- "$program: cannot use argument $words; expected .*=" ||
    { echo "FAILED: $program $*: exit code $status: $said"; exit 1; }
}
refuse bench_properties 'points=many' points=many
refuse bench_properties 'points=0' points=0
refuse bench_properties 'species=5,x' species=5,x
refuse bench_properties 'species=5,,6' species=5,,6
refuse bench_properties 'states=rough' states=rough
refuse bench_properties 'pionts=5' species=1 pionts=5
refuse bench_properties 'repeat=1' set=transport repeat=1
refuse bench_properties 'points=' set=transport points=
refuse bench_properties 'set=all' set=all
refuse bench_properties 'only=preosthermalproperties' set=transport only=preosthermalproperties
refuse bench_transfer 'halo=-1' halo=-1
refuse bench_transfer 'fringe=-1' fringe=-1 # its old name
./bench_transfer fringe=5 fast 2>&1 | grep -q "warning: fringe= is now called halo=" || { echo "FAILED: no warning for fringe="; exit 1; }
refuse bench_transfer 'fast' block=8 fast
[ ! -e bench_ported ] || refuse bench_ported 'points=0' points=0
refuse bench_stencils 'n=7' n=7
refuse bench_stencils 'n=5000' n=5000
refuse bench_stencils 'precision=half' precision=half
refuse bench_expressions 'shape' shape=17
refuse bench_expressions 'only=12' only=12
refuse bench_lists 'n=7' n=7
refuse bench_lists 'only=air' only=air
[ ! -x bench_ranks ] || refuse bench_ranks 'cells=1.5' cells=1.5
[ ! -x bench_domains ] || refuse bench_domains 'case=storm' case=storm
echo "bench_arguments: passed"
