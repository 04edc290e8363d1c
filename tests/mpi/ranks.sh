#!/usr/bin/env bash
# ranks.sh CASE RANKS...: the program ranks under mpirun, and what it leaves. RANKS_PROGRAM, MPIRUN, COMMAND
# come from the environment.
set -uo pipefail
which=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() { echo "ranks.sh $which on $ranks ranks: $*"; cat out err 2>/dev/null; exit 1; }
has() { grep -q -- "$2" "$1" || fail "$1 has no '$2'"; }

for ranks in "$@"; do
  case $which in
    missing | lonely) # a patience that scales with this machine: twice a run that goes well, and a second or two
      begin=$(date +%s)
      DRAWBRIDGE_PATIENCE=1000 "$MPIRUN" -n "$ranks" "$RANKS_PROGRAM" report >/dev/null
      export DRAWBRIDGE_PATIENCE=$((1 + 2 * ($(date +%s) - begin))) ;;
  esac
  rm -f out err report.* drawbridge_compare.json
  timeout 3000 "$MPIRUN" -n "$ranks" "$RANKS_PROGRAM" "$which" >out 2>err
  code=$?
  [ $code -ne 124 ] || fail "it hangs"
  [ $code -eq 0 ] || fail "exit code $code"
  case $which in
    report)
      DRAWBRIDGE_REPORT=report.txt timeout 3000 "$MPIRUN" -n "$ranks" "$RANKS_PROGRAM" report >out 2>err || fail "no text"
      DRAWBRIDGE_REPORT=report.json timeout 3000 "$MPIRUN" -n "$ranks" "$RANKS_PROGRAM" report >out 2>err || fail "no JSON"
      DRAWBRIDGE_REPORT=each.%r.json timeout 3000 "$MPIRUN" -n "$ranks" "$RANKS_PROGRAM" report >out 2>err || fail "no files of each"
      for ((r = 0; r < ranks; r++)); do [ -s each.$r.json ] || fail "no each.$r.json"; done
      "$COMMAND" report report.json >table || fail "drawbridge report: $?"
      has report.txt preosrhohfromtpprop
      if [ "$ranks" -gt 1 ]; then
        has report.txt "Drawbridge on $ranks ranks"
        has report.txt "kernel over the ranks"
        has report.txt "slowest"
        has report.txt "used in place instead of copied"
        has report.txt "rank $((ranks - 1))\|^ *$((ranks - 1)) " # in the map
        has table "rank"
        has table "slowest"
      fi ;;
    gpus) # 3 ranks on the two GPUs of the fake driver
      has out "cuda:0 fake GPU"
      has out "cuda:1 fake GPU"
      has out "2 ranks share .* GPU 0000:10:00.0: 0,2" ;;
    compared) # one file and one command to type, whichever ranks differ
      [ "$(grep -c "type: drawbridge explain drawbridge_compare.json" err)" = 1 ] || fail "not one command to type"
      for ((r = 1; r < ranks; r++)); do has drawbridge_compare.json "$((300 + 10 * r))"; done
      "$COMMAND" explain drawbridge_compare.json >out || fail "drawbridge explain: $?"
      has out "explained: rho: .* with option gas_constant=8.314" ;;
    early_end) has err "MPI_Finalize" ;;
    lonely)
      for ((r = 0; r < ranks; r++)); do has out "went on: rank $r"; done
      cat err >>out
      has out "the ranks make different calls" ;;
    missing)
      for ((r = 0; r < ranks; r++)); do has out "went on: rank $r"; done
      has out "this report is of rank 0 of $ranks alone: rank $((ranks - 1)) did not come within $DRAWBRIDGE_PATIENCE s (DRAWBRIDGE_PATIENCE)"
      has out "this report is of rank $((ranks - 1)) of $ranks alone: rank [0-9]* waited for a late rank" ;;
  esac
  [ ! -s err ] || [ "$which" = early_end ] || [ "$which" = missing ] || [ "$which" = lonely ] || [ "$which" = compared ] || fail "something on standard error"
done
echo "ranks $which: ok"
