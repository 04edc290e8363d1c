#!/usr/bin/env bash
# The benchmarks of ranks run, and print what they say: not how fast.
set -uo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "bench.sh: $*"; cat out err; exit 1; }
"$COMMAND" bench scaling --mpirun "$MPIRUN" --ranks 2 --output s.png --json -- cells=16 repeat=2 >out 2>err || fail "scaling: exit $?"
[ "$(grep -c '"efficiency"' out)" -eq 3 ] || fail "not three runs"
[ -s s.png ] || fail "no picture"
"$COMMAND" bench scaling --mpirun "$MPIRUN" --ranks 2 --weak -- cells=16 repeat=2 >out 2>err || fail "weak scaling: exit $?"
grep -q 'efficiency' out || fail "no table"
"$COMMAND" bench snapshot --mpirun "$MPIRUN" --json -- cells=16 repeat=2 fields=2 >out 2>err || fail "snapshot: exit $?"
grep -q '"dd_seconds"' out || fail "no time of dd beside that of the snapshot"
"$COMMAND" bench domains --mpirun "$MPIRUN" --ranks 1 --n 16 --output d.png --json -- rounds=1 steps=2 >out 2>err || fail "domains: exit $?"
[ "$(grep -c '"first_ms"' out)" -eq 4 ] || fail "not four runs of domains"
[ -s d.png ] || fail "no picture of domains"
"$COMMAND" bench domains --mpirun "$MPIRUN" --ranks 2 --n 16 --device host --transports staging,nccl -- rounds=1 steps=2 >out 2>err || fail "transports: exit $?"
grep -q 'transport nccl is not in the tables: domain: DRAWBRIDGE_TRANSPORT=nccl: rank 0 has no GPU' out || fail "a transport that is refused is not told"
[ "$(grep -c ' staging ' out)" -eq 9 ] || fail "not nine lines of staging"
"$COMMAND" bench scaling --mpirun "$MPIRUN" --ranks 2 --n 16 --device host --transports auto --output both.png >out 2>err || fail "both kinds: exit $?"
[ "$(grep -c '^ strong .* %' out)" -eq 7 ] || fail "not three runs of properties and four of fields, strong"
[ "$(grep -c '^ weak .* %' out)" -eq 7 ] || fail "not three runs of properties and four of fields, weak"
[ -s both_properties.png ] && [ -s both_fields.png ] || fail "no picture of both kinds"
"$COMMAND" bench scaling --of storms >out 2>err && fail "an unknown kind"
grep -q -- '--of is storms, properties or fields expected' err || fail "an unknown kind is not named"
if "$COMMAND" bench scaling --mpirun /no/such/mpirun >out 2>err; then fail "an mpirun that is not there"; fi
grep -q -- '--mpirun' err || fail "no advice"
echo "benchmarks of ranks: ok"
