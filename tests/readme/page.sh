# page.sh ROOT SCRATCH PAGE...: pages whose blocks work as printed, one folder for each page. A block of fortran or toml is saved under the
# name that the text before it gives in backquotes, a block of sh runs in that folder, and a block of text is what the commands before it
# print, but for digits behind the tenth decimal, which depend on the processor, and the width of columns. The library is that of ROOT/build.
set -eu
root=$1 scratch=$2
shift 2
rm -rf "$scratch"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export DRAWBRIDGE_DEVICE=host DRAWBRIDGE_THREADS=2 NO_COLOR=1
PATH=$root/build/bin:$PATH
alike() { sed -E 's/(\.[0-9]{10})[0-9]+/\1/g; s/ +/ /g; s/(─)+/─/g'; }
for page in "$@"; do
  name=$(basename "$page" .md)
  mkdir -p "$scratch/$name"
  cd "$scratch/$name"
  ln -s "$root/fortran" fortran
  ln -s "$root/build" build
  awk '
    /^```/ {
      inside = !inside
      if (inside) { kind = substr($0, 4); n++; file = sprintf(".%03d.%s", n, kind); printf "" > file; print saved > (file ".name") }
      next
    }
    inside { print > file; next }
    { line = $0; while (match(line, /`[a-z_0-9]+\.(f90|toml|sh|nml)`/)) { saved = substr(line, RSTART + 1, RLENGTH - 2); line = substr(line, RSTART + RLENGTH) } }
  ' "$page"
  ran=0
  for block in .[0-9][0-9][0-9].*; do
    case $block in
      *.name) ;;
      *.fortran|*.toml) cp "$block" "$(cat "$block.name")" ;;
      *.sh) sh -e "$block" >out 2>err </dev/null || { echo "FAILED: $name: these commands:"; cat "$block" out err; exit 1; }; ran=$((ran + 1)) ;;
      *.text) [ "$(alike <"$block")" = "$(alike <out)" ] || { echo "FAILED: $name: the page says something else than:"; cat out; diff "$block" out; exit 1; } ;;
    esac
  done
  [ "$ran" -gt 0 ] || { echo "FAILED: $name has no block of sh"; exit 1; }
  echo "$name: $ran blocks of commands ran"
done
