# hostile_paths.sh COMMAND WORK: a pipe, a device, a folder or too much where a file is expected: exit 2 and one line, soon.
set -eu
command=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
mkfifo "$work/pipe" "$work/pipe.h5"
head -c 200000 /dev/zero | tr '\0' '[' >"$work/deep.yaml"
printf '{"device":"x","kernels":[null]}' >"$work/null.json"
{
  echo 'a0: &a0 [1]'
  for i in 1 2 3 4 5 6 7 8 9; do echo "a$i: &a$i [$(printf "*a$((i - 1)), %.0s" 1 2 3 4 5 6 7 8 9)1]"; done
} >"$work/bomb.yaml"
fails=0
refused() { # ARGUMENTS
  got=0
  (ulimit -v 8000000; exec timeout 20 "$command" "$@") >"$work/out" 2>"$work/err" || got=$?
  if [ "$got" -ne 2 ] || [ "$(wc -l <"$work/err")" -ne 1 ]; then
    echo "FAILED: drawbridge $*: exit code $got, 2 and one line expected"
    head -c 500 "$work/err"
    fails=$((fails + 1))
  fi
}
for path in "$work/pipe" /dev/zero "$work" "$work/none"; do
  refused report "$path"
  refused species check "$path"
  refused compare "$work/none.h5" "$work/none.h5" --tolerances "$path"
done
for path in "$work/pipe.h5" /dev/zero "$work/none.h5"; do
  refused compare "$path" "$path"
  refused plot "$path"
done
refused report "$work/null.json"
refused species check "$work/deep.yaml"
refused species check "$work/bomb.yaml"
refused compare a.h5 b.h5 --tolerances "$work/deep.yaml"
refused compare a.h5 b.h5 --tolerances "$work/bomb.yaml"
[ "$fails" -eq 0 ] || exit 1
echo "hostile_paths: passed"
