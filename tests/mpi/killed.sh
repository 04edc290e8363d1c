# killed.sh: a rank is killed in the middle of a run with exchanges. The others name it within their patience, and end.
set -u
"$MPIRUN" --version 2>/dev/null | grep -q "Open MPI\|OpenRTE" || { echo "skipped: only Open MPI's mpirun lets the other ranks live (--enable-recovery)"; exit 77; }
out=$(mktemp)
trap 'rm -f "$out"' EXIT
timeout 3000 bash "$(dirname "$0")/patient.sh" 3 "$FAILURES" well killed >"$out" 2>&1
[ $? -ne 124 ] || { echo "it hangs"; cat "$out"; exit 1; }
# NCCL does not say which neighbour is missing: the error names both
missing="\(rank 2 did not come within\|ranks \(2 and [01]\|[01] and 2\) by NCCL: not every rank came within\)"
for rank in 0 1; do
  grep -q "rank $rank lives: .*$missing\|rank $rank lives: .*\(has failed\|waited for a late rank\)" "$out" || { echo "rank $rank does not say why"; cat "$out"; exit 1; }
done
grep -q "$missing" "$out" || { echo "no rank names rank 2"; cat "$out"; exit 1; }
echo "killed: the others name the rank and end"
