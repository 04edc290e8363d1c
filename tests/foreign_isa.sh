# foreign_isa.sh WISH OWN OTHER PROGRAM...: with DRAWBRIDGE_ISA=WISH, an instruction set of the processor OTHER, a host's
# program ends with the code of "not available" (7). The message names the wish, both processors and what to do.
set -eu
wish=$1 own=$2 other=$3
shift 3
code=0
text=$(DRAWBRIDGE_DEVICE=host DRAWBRIDGE_ISA=$wish "$@" 2>&1) || code=$?
bad=0
[ "$code" -eq 7 ] || { bad=$((bad + 1)); echo "FAILED: DRAWBRIDGE_ISA=$wish: exit code $code, 7 expected"; }
for part in "DRAWBRIDGE_ISA: $wish is an instruction set of $other" "built for $own" 'unset DRAWBRIDGE_ISA'; do
  case $text in
    *"$part"*) ;;
    *) bad=$((bad + 1)); echo "FAILED: the message does not say '$part': $text" ;;
  esac
done
echo "foreign_isa: 4 checks, $bad failed"
[ "$bad" -eq 0 ]
