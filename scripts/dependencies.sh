#!/usr/bin/env bash
# Finds what the build needs and installs what is missing (Debian 12, Ubuntu 24.04). Silent when
# nothing is missing. DEPS=skip installs nothing and names what is missing instead.
set -u

fail() { printf 'drawbridge: %s\n' "$*" >&2; exit 1; }

check_go() {
  command -v go >/dev/null ||
    fail "Go >= 1.24 is needed and there is no go on the PATH. Get it as https://go.dev/doc/install says (unpack to /usr/local, add /usr/local/go/bin to PATH)."
  local version
  version=$(go env GOVERSION 2>/dev/null | sed 's/^go//')
  [ "$(printf '%s\n1.24\n' "$version" | sort -V | head -n 1)" = 1.24 ] ||
    fail "Go >= 1.24 is needed, this is $version. Get a newer one as https://go.dev/doc/install says."
}

has() { command -v "$1" >/dev/null 2>&1; }
has_hdf5() { has pkg-config && { pkg-config --exists hdf5-serial || pkg-config --exists hdf5; }; }

# Each line: a check, the Debian packages that satisfy it, what it is for.
missing_packages=()
need() {
  local packages=$1 purpose=$2
  shift 2
  "$@" && return
  missing_packages+=($packages)
  missing_text+="  $packages: $purpose"$'\n'
}

missing_text=
check_go
need "gcc" "C for the Go bridge" has gcc
need "g++" "the kernels" has g++
need "gfortran" "the Fortran module, the example solver" has gfortran
need "cmake" "the build" has cmake
need "pkg-config" "finding HDF5" has pkg-config
need "libopenmpi-dev openmpi-bin" "the example solver's MPI" has mpif90
need "libhdf5-dev" "the command's reading of snapshots" has_hdf5
need "hdf5-tools" "h5dump, which the tests let judge our snapshots" has h5dump

[ ${#missing_packages[@]} -eq 0 ] && exit 0
if [ "${DEPS:-install}" = skip ]; then
  printf 'drawbridge: missing, and DEPS=skip forbids to install it:\n%s' "$missing_text" >&2
  exit 1
fi
has apt-get || fail "missing, and there is no apt-get to install it with:"$'\n'"$missing_text"
sudo=
if [ "$(id -u)" -ne 0 ]; then
  has sudo || fail "missing, and installing it needs root or sudo:"$'\n'"$missing_text"
  sudo=sudo
fi
printf 'drawbridge: installing with %s apt-get:\n%s' "$sudo" "$missing_text" | sed 's/  apt-get/ apt-get/'
log=$(mktemp)
trap 'rm -f "$log"' EXIT
$sudo apt-get update >"$log" 2>&1 || { tail -n 5 "$log" >&2; fail "apt-get update failed"; }
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing_packages[@]}" >"$log" 2>&1 ||
  { tail -n 15 "$log" >&2; fail "apt-get install ${missing_packages[*]} failed"; }
hash -r
exit 0
