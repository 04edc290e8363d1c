# log_lost.sh PROGRAM WORK: where the log cannot be written, its lines go to standard error, with the reason once; no pipe holds
# the host up, and no closed pipe ends it.
set -eu
program=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
fail() { echo "FAILED: $1"; cat "$work/out" "$work/err"; exit 1; }
export DRAWBRIDGE_DEVICE=host
run() { # LOG
  log=$1
  DRAWBRIDGE_LOG=$1 timeout -s KILL 60 "$program" plan >"$work/out" 2>"$work/err" || fail "log $1: the host ended"
  grep -q 'went on' "$work/out" || fail "log $1: the host did not go on"
}
told() { [ "$(grep -c -- "$1" "$work/err")" -eq "${2:-1}" ] || fail "log $log: '$1' stands $(grep -c -- "$1" "$work/err") times, expected ${2:-1}"; }
lost() { # REASON: the four lines of the program are heard, and the reason once
  told 'flagged bad_' 3
  told 'points that failed in this run'
  told 'the log .* cannot be written: '"$1"
}
run /dev/full
lost 'no space left on device'
run "$work/missing/log"
lost 'no such file or directory'
run "$work"
lost 'is a directory'
mkfifo "$work/pipe"
run "$work/pipe"
lost 'no such device or address'
exec 3<>"$work/pipe"          # somebody holds the pipe open, and does not read
dd if=/dev/zero of="$work/pipe" bs=65536 count=1 oflag=nonblock 2>/dev/null
run "$work/pipe"
lost 'the pipe is full and is not read'

# Standard error itself: full, and closed by its reader.
begin=$(date +%s)
timeout -s KILL 60 "$program" plan >"$work/out" 2>"$work/pipe" || fail 'a full pipe as standard error holds the host up'
[ $(($(date +%s) - begin)) -le 30 ] || fail 'a full pipe as standard error holds the host up for too long'
exec 3>&-
mkfifo "$work/closed"
(exec 4<"$work/closed") & # a reader that goes at once
exec 5>"$work/closed"
wait
rc=0
timeout -s KILL 60 "$program" plan >"$work/out" 2>&5 || rc=$?
[ $rc -eq 0 ] || fail "a closed pipe as standard error ends the host: rc $rc"
grep -q 'went on' "$work/out" || fail 'a closed pipe as standard error: the host did not go on'

# The reason stands in standard error even where the first line was for the file alone.
DRAWBRIDGE_LOG=/dev/full DRAWBRIDGE_CHECK=strict timeout -s KILL 60 "$program" plan >"$work/out" 2>"$work/err"
log='strict'
told 'cannot be written: no space left on device'
echo "log_lost: passed"
