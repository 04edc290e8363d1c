# newer_compilers.sh ROOT BUILD SCRATCH SUITE COMPILERS GOLDEN: gfortran and gcc of a newer Debian compile against an installed tree, and what
# they make runs. COMPILERS are versions, as "13 14"; their packages come from the machine's own Debian mirror into SCRATCH, not into the system.
# What they compile runs with the C library of that Debian. Without root, a mirror or the packages it ends with 77.
set -eu
root=$1 build=$2 scratch=$3 suite=$4 versions=$5 golden=$6
skip() {
  echo "skipped: $1"
  exit 77
}
fail() {
  echo "FAILED: $1"
  [ ! -f "${2:-}" ] || head -n 30 "$2"
  exit 1
}
[ "$(id -u)" = 0 ] && command -v chroot >/dev/null || skip "newer compilers need root, for chroot"
command -v apt-get >/dev/null || skip "newer compilers come from Debian's mirror, and there is no apt-get"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep '/debian/*$' | head -n 1) || true
[ -n "$mirror" ] || skip "apt-get knows no mirror of Debian"
system=$scratch/system
mkdir -p "$system" "$scratch/apt/etc/apt/apt.conf.d" "$scratch/apt/etc/apt/preferences.d" "$scratch/apt/var/lib/apt/lists/partial" \
  "$scratch/apt/var/cache/apt/archives/partial" "$scratch/apt/var/lib/dpkg"
if [ ! -f "$scratch/ready_$suite" ]; then
  : >"$scratch/apt/var/lib/dpkg/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$scratch/apt/etc/apt/sources.list"
  printf 'Dir "%s";\nDir::State::status "%s";\nDir::Etc::sourceparts "-";\n' "$scratch/apt" "$scratch/apt/var/lib/dpkg/status" >"$scratch/apt.conf"
  packages=
  for v in $versions; do packages="$packages gcc-$v gfortran-$v"; done
  timeout 300 env APT_CONFIG="$scratch/apt.conf" apt-get update -q >"$scratch/apt.log" 2>&1 || skip "the mirror does not answer for $suite"
  timeout 900 env APT_CONFIG="$scratch/apt.conf" apt-get install -q -y --download-only --no-install-recommends base-files coreutils libc6-dev $packages \
    >>"$scratch/apt.log" 2>&1 || skip "$suite has not all of$packages"
  for package in "$scratch"/apt/var/cache/apt/archives/*.deb; do dpkg-deb -x "$package" "$system"; done
  : >"$scratch/ready_$suite"
fi

here=$system/try
rm -rf "$here"
mkdir -p "$here"
cmake --install "$build" --prefix "$here/drawbridge" >"$scratch/install.log" 2>&1 || fail "the tree is not installed" "$scratch/install.log"
cp -R "$root/tests/fortran" "$root/tests/golden" "$root/examples" "$here"
sed -n '/^```fortran$/,/^```$/p' "$root/README.md" | sed '1d;$d' >"$here/first.f90"
for page in index_orders own_units; do
  awk '/^```fortran$/ {inside = 1; next} /^```$/ && inside {exit} inside' "$root/docs/how_to/$page.md" >"$here/$page.f90"
  awk '/^```text$/ {inside = 1; next} /^```$/ && inside {exit} inside' "$root/docs/how_to/$page.md" >"$here/$page.expected"
done
loader=$(echo "$system"/usr/lib/*/ld-linux*.so.?)
libraries=$(dirname "$loader"):$here/drawbridge/lib:$(ldd "$build/lib/libdrawbridge.so" | sed -n 's/.*=> \(.*\)\/[^/]* (.*/\1/p' | sort -u | tr '\n' ':')
# runs PROGRAM ARGUMENTS: outside of the chroot, where /proc is, with the libraries of the newer Debian first
runs() {
  program=$1
  shift
  (cd "$here" && DRAWBRIDGE_DEVICE=host DRAWBRIDGE_LOG=off "$loader" --library-path "$libraries" "./$program" "$@" >"$program.log" 2>&1) ||
    fail "$program of compiler $v does not run" "$here/$program.log"
}
# within COMMAND: in the newer Debian
within() { chroot "$system" /usr/bin/env -C /try PATH=/usr/bin "$@"; }
# makes PROGRAM SOURCES: with the Fortran module before them
makes() {
  program=$1
  shift
  sources=$(cd "$here" && echo $*)
  within gfortran-$v -O2 drawbridge/share/drawbridge/drawbridge.f90 $sources -o $program -Ldrawbridge/lib -ldrawbridge -Wl,--allow-shlib-undefined >"$here/$program.log" 2>&1 ||
    fail "gfortran-$v does not compile $program" "$here/$program.log"
}
for v in $versions; do
  makes first first.f90
  runs first
  grep -q '^density  *[0-9.]* kg/m3, speed of sound  *[0-9.]* m/s$' "$here/first.log" || fail "the README's program prints something else" "$here/first.log"
  for page in index_orders own_units; do
    makes $page $page.f90
    runs $page
    cmp -s "$here/$page.log" "$here/$page.expected" || fail "docs/how_to/$page.md prints something else with gfortran-$v" "$here/$page.log"
  done
  makes heat 'examples/support/*.f90' 'examples/heat/*.f90'
  runs heat cells=32 output=none
  makes golden_check fortran/testing.f90 golden/golden_states.f90 fortran/golden_bridge.f90
  runs golden_check "$golden"
  makes orders fortran/testing.f90 fortran/copied_orders.f90
  runs orders
  for example in properties heat; do
    within gcc-$v -O2 -Wall -Werror examples/c/$example.c -o c_$example -Idrawbridge/include -Ldrawbridge/lib -ldrawbridge -Wl,--allow-shlib-undefined -lm >"$here/c_$example.log" 2>&1 ||
      fail "gcc-$v does not compile examples/c/$example.c" "$here/c_$example.log"
    runs c_$example
  done
  echo "gfortran-$v, gcc-$v: ok ($(within gfortran-$v --version | head -n 1))"
done
