#!/bin/sh
# arm64_packages.sh FOLDER: fetches HDF5 of arm64, with what it needs, and unpacks it into FOLDER for the cross build
# (docs/platforms.md). The packages come from where apt-get of this machine has its own. It installs nothing, needs no root,
# and leaves the machine's apt and dpkg as they are: lists and state are FOLDER's. Fails with one line that says why.
set -eu
[ $# -eq 1 ] || { echo "usage: arm64_packages.sh FOLDER" >&2; exit 2; }
folder=$1
[ ! -e "$folder/complete" ] || exit 0
for tool in apt-get dpkg-deb; do
  command -v "$tool" >/dev/null || { echo "no HDF5 for arm64: there is no $tool here to fetch packages with" >&2; exit 1; }
done
rm -rf "$folder"
mkdir -p "$folder/apt/lists" "$folder/apt/cache"
state=$(cd "$folder/apt" && pwd)
# The cross compilers bring these.
for package in libc6 libc6-dev libc-dev libgcc-s1 libstdc++6 libgfortran5; do
  printf 'Package: %s\nStatus: install ok installed\nArchitecture: arm64\nMulti-Arch: same\nVersion: 99\nMaintainer: -\nDescription: -\n\n' "$package"
done >"$state/status"
apt() {
  timeout 300 apt-get -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$state" -o Dir::State::Lists="$state/lists" \
    -o Dir::State::status="$state/status" -o Dir::Cache="$state/cache" -o APT::Sandbox::User= -o Acquire::http::Timeout=20 \
    -o Acquire::https::Timeout=20 -o Acquire::Retries=1 -o APT::Update::Error-Mode=any "$@" >"$state/log" 2>&1
}
fail() {
  reason=$(grep -m 1 '^E:' "$state/log" || tail -n 1 "$state/log")
  echo "no HDF5 for arm64: $1: $reason" >&2
  exit 1
}
apt update || fail "apt-get update for arm64 failed"
apt install --yes --no-install-recommends --download-only libhdf5-dev || fail "libhdf5-dev of arm64 could not be fetched"
for package in "$state"/cache/archives/*.deb; do
  dpkg-deb -x "$package" "$folder"
done
rm -rf "$state"
: >"$folder/complete"
