# transports.sh RANKS WAY [WORDS]: the answers of domains on so many ranks, and that the report says that halos went that way, and the words.
set -u
ranks=$1 way=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
DRAWBRIDGE_REPORT=$work/report timeout 3000 "$MPIRUN" -n "$ranks" "$DOMAINS" answers >"$work/out" 2>&1
code=$?
cat "$work/out"
[ $code -eq 0 ] || { echo "exit code $code"; exit 1; }
[ "$ranks" -eq 1 ] && exit 0 # nothing goes to another rank
grep -q "halos along . to rank [0-9]*: $way (" "$work/report" || { echo "no halos went by $way:"; cat "$work/report"; exit 1; }
grep "halos along" "$work/report" | grep -v "to rank [0-9]*: $way (" && { echo "halos went another way"; exit 1; }
[ -z "${3:-}" ] || grep -q "$3" "$work/report" || { echo "the report has no '$3':"; cat "$work/report"; exit 1; }
exit 0
