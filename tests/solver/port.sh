# The page of the port shows the diffs as they are, and the solver is as short as it says.
root=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"$root/scripts/port_diffs.sh" >diffs.txt
sed -n '/^<!-- diffs -->$/,/^<!-- end of the diffs -->$/p' "$root/docs/port.md" | sed '1,2d;$d' >page.txt
diff page.txt diffs.txt >/dev/null || { diff page.txt diffs.txt | head -n 20; echo "FAILED: docs/port.md is not what scripts/port_diffs.sh prints"; exit 1; }
lines=$(cat "$root"/examples/legacy_solver/*.f90 | grep -v '^ *!' | grep -c '[^ ]')
joined=$(cat "$root"/examples/legacy_solver/*.f90 | sed "s/'[^']*'//g; s/!.*//" | grep -c ';' || true)
[ "$lines" -lt 1200 ] && [ "$joined" -eq 0 ] || { echo "FAILED: the solver has $lines lines of code, 1199 at most; $joined lines hold several statements"; exit 1; }
long=$(wc -l "$root"/examples/legacy_solver/*.f90 | awk '$2 != "total" && $1 >= 400 {print $2}')
[ -z "$long" ] || { echo "FAILED: 400 lines or more: $long"; exit 1; }
grep -q "has $lines lines of code" "$root/examples/legacy_solver/README.md" || { echo "FAILED: the README of the solver does not say that it has $lines lines of code"; exit 1; }
echo "port page: ok; the solver has $lines lines of code"
