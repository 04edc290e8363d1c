# with_isa.sh ISA PROGRAM ARGUMENTS: run with the kernels of an instruction set, or skip (77) where
# this CPU lacks it.
isa=$1
shift
case $isa in
  avx512) flag=avx512f ;;
  avx2) flag=avx2 ;;
  baseline) flag=sse2 ;;
esac
if ! grep -qw "$flag" /proc/cpuinfo; then
  echo "skipped: this CPU does not run $isa"
  exit 77
fi
DRAWBRIDGE_DEVICE=host DRAWBRIDGE_ISA=$isa exec "$@"
