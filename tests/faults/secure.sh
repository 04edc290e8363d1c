# secure.sh PROGRAM LIBRARY SPY: a set-group-id copy of PROGRAM, started by another user, takes nothing from the
# environment: no library, no file, no policy. The plain copy does, so that the test can fail.
set -eu
program=$1 library=$2 spy=$3
[ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null || { echo "skipped: only root can make a set-group-id program and start it as another user"; exit 77; }
setpriv --reuid 12346 --regid 12346 --clear-groups test -r "$library" || { echo "skipped: another user cannot reach $library"; exit 77; }
work=$(mktemp -d /tmp/drawbridge_secure.XXXXXX) # a folder that another user reaches
trap 'rm -rf "$work"' EXIT
mkdir "$work/free" "$work/lib"
chmod 755 "$work" "$work/lib"
chmod 777 "$work/free"
cp "$library" "$work/lib/libdrawbridge.so.0"
cp "$spy" "$work/spy.so"
chmod 755 "$work/spy.so" "$work/lib/libdrawbridge.so.0"
for kind in plain secure; do cp "$program" "$work/$kind"; done
chown 0:12345 "$work/secure"
chmod 755 "$work/plain"
chmod 2755 "$work/secure"
grep -q "^[^ ]* $(stat -c %m "$work") .*nosuid" /proc/mounts && { echo "skipped: $work is mounted nosuid"; exit 77; }
fail() { echo "FAILED: $1"; cat "$work"/free/*.out; exit 1; }
run() { # NAME: with every variable that names a file or a library
  (cd "$work/free" && env -u DRAWBRIDGE_DEVICE DRAWBRIDGE_DRIVER="$work/spy.so" DRAWBRIDGE_HDF5="$work/spy.so" DRAWBRIDGE_TOOL="$work/spy.so" \
    DRAWBRIDGE_NVTX="$work/spy.so" DRAWBRIDGE_REPORT="$work/free/$1.report" DRAWBRIDGE_LOG="$work/free/$1.log" \
    DRAWBRIDGE_CACHE="$work/free/$1.cache" DRAWBRIDGE_ON_ERROR=return HOME="$work/free/$1.home" HDF5_DIR="$work" CUDA_HOME="$work" \
    setpriv --reuid 12346 --regid 12346 --clear-groups "$work/$1" >"$work/free/$1.out" 2>&1) || true
}
run plain
run secure
grep -q '^secure 0 ' "$work/free/plain.out" || fail 'the plain copy has rights of its own'
if ! grep -q '^secure 1 ' "$work/free/secure.out"; then echo "skipped: set-group-id has no effect here"; exit 77; fi
# the plain copy shows that each of them would act
grep -q 'SPY loaded with group 12346' "$work/free/plain.out" || fail 'the spy is not loaded by the plain copy: the test proves nothing'
[ -e "$work/free/plain.log" ] || fail 'the plain copy writes no log: the test proves nothing'
grep -q '^returned' "$work/free/plain.out" || fail 'DRAWBRIDGE_ON_ERROR has no effect on the plain copy: the test proves nothing'
# and the secure one that none does
grep -q 'SPY' "$work/free/secure.out" && fail 'a variable loads a library with the rights of another group'
grep -q '^initialize 1' "$work/free/secure.out" || fail 'the secure copy does not initialize'
grep -q '^plan 1' "$work/free/secure.out" || fail 'the secure copy does not compute'
grep -q '^returned' "$work/free/secure.out" && fail 'a variable changes what a failure does'
for file in log report cache home; do
  [ ! -e "$work/free/secure.$file" ] || fail "a variable makes the secure copy write its $file"
done
[ "$(grep -c 'DRAWBRIDGE_ environment variable is ignored' "$work/free/secure.out")" -eq 1 ] || fail 'the log does not say once that variables are ignored'
grep -q 'is ignored' "$work/free/plain.out" && fail 'the plain copy says that variables are ignored'
echo "secure: passed"
