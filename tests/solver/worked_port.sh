# worked_port.sh SOURCE FOLDER: the worked port of docs/is_it_the_same.md: its bug is planted in a copy of the
# source, a library is built from that, and each line that the page prints must come out again.
here=$(cd "$(dirname "$0")" && pwd)
source=$1 folder=$2
. "$here/common.sh"
page=$source/docs/is_it_the_same.md

# 1. The page's diff, applied to a copy.
rm -rf "$folder/source"
mkdir -p "$folder/source"
(cd "$source" && cp -r go.mod go.sum bridge frame properties stencils mpi snapshot views device kernels status settings report "$folder/source/")
sed -n '/^```diff/,/^```$/p' "$page" | grep '^[-+]' >hunk
file=$(sed -n 's/.*`\(kernels\/[a-z_]*\.h\)`.*/\1/p' "$page" | head -n 1)
old=$(sed -n 's/^-//p' hunk) new=$(sed -n 's/^+//p' hunk)
grep -qF -- "$old" "$source/$file" || fail "$file has no line '$old' any more: mend the page"
awk -v old="$old" -v new="$new" '$0 == old { $0 = new } { print }' "$source/$file" >"$folder/source/$file"
(cd "$folder/source" && command go build ${LIBRARY_TAGS:-} -buildmode=c-shared -o "$folder/lib/libdrawbridge.so.0" ./bridge) || fail "the planted library does not build"

# 2. The runs of the page.
mkdir fortran bridge fixed
port='cells=98,62,5 steps=12 snapshot_every=1'
go 2 fortran/run mixing_layer.nml $port
go 2 fixed/run mixing_layer.nml $port use_bridge=T
export LD_LIBRARY_PATH=$folder/lib
go 2 bridge/run mixing_layer.nml $port use_bridge=T
unset LD_LIBRARY_PATH

# 3. What the page prints. Columns may be set otherwise; the words and the numbers may not.
squeeze() { tr -s ' ' <"$1" | sed 's/^ //; s/ $//'; }
status=0
"$COMMAND" compare fortran bridge --norm 1e-9 --field density,temperature --report series.html >said || status=$?
[ "$status" -eq 1 ] || { cat said; fail "the series is not different (exit $status)"; }
"$COMMAND" compare fortran/run_0000001.h5 bridge/run_0000001.h5 --norm 1e-9 --field density --report first.html >>said || true
"$COMMAND" compare fortran fixed --norm 1e-9 >>said || { cat said; fail "the fixed library differs"; }
sed -n '/^    \$ drawbridge/,/^$/p' "$page" | grep -v '^    \$\|^ *\.\.\.\|^$' | sed 's/ \.\.\.$//' >printed
squeeze printed >want
squeeze said >got
while read -r line; do
  grep -qF -- "$line" got || { cat said; fail "the page prints '$line'"; }
done <want
grep -q 'SAME: all 12 steps agree within tolerance' said || fail "the last line of the page"
grep -q 'rank 0' first.html && grep -q '1:49,1:62,1:5' first.html || fail "the page of the first step does not name rank 0 and its block"
echo "worked port: $(wc -l <want) lines as printed"
