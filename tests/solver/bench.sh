# bench.sh ROOT: `make bench-solver` on a small grid: tables, JSON that is JSON, pictures that show something.
root=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
OUT=$scratch/out "$root/scripts/bench.sh" solver --species 1,5 --orders 1,9 --cells 12,10,6 --steps 2 --rounds 1 >said 2>err || { cat said err; fail "exit $?"; }
for name in out out_viscous; do
  [ "$(grep -c '"amdahl_bound"' $name.json)" -eq 4 ] || { cat $name.json; fail "$name.json has not four results"; }
  if command -v python3 >/dev/null; then python3 -m json.tool $name.json >/dev/null || fail "$name.json is no JSON"; fi
  [ "$(head -c 4 $name.png | tail -c 3)" = PNG ] && [ "$(wc -c <$name.png)" -gt 8000 ] || fail "$name.png is no picture"
done
[ "$(grep -c '^ *order [19]' said)" -eq 8 ] || { cat said; fail "not eight rows"; }
[ "$(grep -c '^ *preoscalctpfromrhoe' said)" -eq 8 ] || { cat said; fail "not every routine has its row"; }
[ "$(grep -c '^ *preosviscousfluxproperties' said)" -eq 4 ] || { cat said; fail "no row for the viscous fluxes"; }
awk '/"property_share"/ { n++; x = $2 + 0; if (x <= 0 || x >= 1) exit 1 } /"ratio"/ { m++ } END { exit n != 4 || m != 10 }' out.json ||
  { cat out.json; fail "shares are between 0 and 1, ratios of two routines at order 1, of three at order 9"; }
status=0
"$COMMAND" bench solver --species 0 >said 2>err || status=$?
[ "$status" -eq 2 ] && grep -q -- '--species has 0, expected 1 to 54' err || { cat err; fail "no species: exit $status"; }
echo "bench solver: ok"
