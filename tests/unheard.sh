# unheard.sh PROGRAM WORK: errors of calls without stat, returned by DRAWBRIDGE_ON_ERROR=return, are told once each.
set -eu
program=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
fail() { echo "FAILED: $1"; cat "$work"/*; exit 1; }
count() { [ "$(grep -c -- "$2" "$3")" -eq "$1" ] || fail "'$2' stands $(grep -c -- "$2" "$3") times in $3, expected $1"; }

export DRAWBRIDGE_ON_ERROR=return
judge() { # FILE: where the lines are
  grep -q 'went on' "$work/out" || fail 'the host did not go on'
  grep -q "^code 4 .*no collection" "$work/out" || fail 'code and message are not those of the call'
  count 1 "error 4: .*species 'XY2' is not in the built-in table.*no stat was given, and the host goes on" "$1"
  count 1 "error 4: .*'no collection'" "$1"
  count 0 'asked with stat' "$1"
  count 18 'error 5: .*stripe 1..1' "$1" # with the two before: 20 in all, then one line for the rest
  count 1 'more errors follow' "$1"
  [ "$(wc -l <"$1")" -eq 21 ] || fail "$(wc -l <"$1") lines, expected 21"
}
"$program" >"$work/out" 2>"$work/err"
judge "$work/err"
OMPI_COMM_WORLD_LOCAL_RANK=3 OMPI_COMM_WORLD_LOCAL_SIZE=4 "$program" >"$work/out" 2>"$work/err"
judge "$work/err" # of any rank: it may be the only one that fails
DRAWBRIDGE_LOG=$work/log "$program" >"$work/out" 2>"$work/err"
judge "$work/log"
[ ! -s "$work/err" ] || fail 'standard error is written where a file is the log'
mkfifo "$work/pipe"
DRAWBRIDGE_LOG=$work/pipe timeout -s KILL 60 "$program" >"$work/out" 2>"$work/err" || fail 'a pipe that nobody reads holds the host up'
judge "$work/err"
rm "$work/pipe"
DRAWBRIDGE_LOG=off "$program" >"$work/out" 2>"$work/err"
[ ! -s "$work/err" ] || fail 'the log is off'
if DRAWBRIDGE_ON_ERROR=stop "$program" >"$work/out" 2>"$work/err"; then
  fail 'the policy stop does not stop'
fi
[ "$(wc -l <"$work/err")" -eq 1 ] || fail 'the policy stop tells in one line'
echo "unheard: passed"
