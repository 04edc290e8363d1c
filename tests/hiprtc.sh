# hiprtc.sh FOLDER GO PACKAGES: compiles the kernels' texts for AMD GPUs, without one. hipRTC is the library in the folder that
# DRAWBRIDGE_HIPRTC names, else the machine's own, else that of a newer Debian, whose packages come from the machine's own mirror into FOLDER
# and run with the C library of that Debian; skipped (77) where none is to be had.
set -u
folder=$1 go=$2
shift 2
skip() {
  echo "skipped: no hipRTC (libhiprtc.so.6): $1; DRAWBRIDGE_HIPRTC names its folder"
  exit 77
}
suite=forky packages="libhiprtc6 libamd-comgr3 rocm-device-libs-21 libclang-common-21-dev libllvm21 libc6 libgcc-s1 libstdc++6 libnuma1 libtinfo6 libxml2-16 libz3-4 libzstd1 zlib1g libffi8 libedit2 libbsd0 libmd0"
download() {
  command -v apt-get >/dev/null && [ "$(uname -m)" = x86_64 ] || skip "there is no apt-get here that brings it"
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep '/debian/*$' | head -n 1)
  [ -n "$mirror" ] || skip "apt-get knows no mirror of Debian"
  apt=$folder/apt
  mkdir -p "$apt/etc/apt/apt.conf.d" "$apt/etc/apt/preferences.d" "$apt/var/lib/apt/lists/partial" "$apt/var/cache/apt/archives/partial" "$apt/var/lib/dpkg" "$folder/deb"
  : >"$apt/var/lib/dpkg/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$apt/etc/apt/sources.list"
  printf 'Dir "%s";\nDir::State::status "%s";\nDir::Etc::sourceparts "-";\n' "$apt" "$apt/var/lib/dpkg/status" >"$folder/apt.conf"
  timeout 200 env APT_CONFIG="$folder/apt.conf" apt-get update -q >"$folder/log" 2>&1 || skip "the mirror does not answer for $suite"
  (cd "$folder/deb" && timeout 300 env APT_CONFIG="$folder/apt.conf" apt-get download -q $packages) >>"$folder/log" 2>&1 || skip "$suite has not all of its packages"
  for package in "$folder"/deb/*.deb; do dpkg-deb -x "$package" "$folder/system"; done
  rm -rf "$folder/deb" "$apt"
  : >"$folder/ready"
}
DRAWBRIDGE_HIPRTC_RUN=
if [ -n "${DRAWBRIDGE_HIPRTC:-}" ]; then
  [ -e "$DRAWBRIDGE_HIPRTC/libhiprtc.so.6" ] || skip "$DRAWBRIDGE_HIPRTC has none"
  DRAWBRIDGE_HIPRTC=$DRAWBRIDGE_HIPRTC/libhiprtc.so.6
elif [ -e /opt/rocm/lib/libhiprtc.so.6 ]; then
  DRAWBRIDGE_HIPRTC=/opt/rocm/lib/libhiprtc.so.6
else
  mkdir -p "$folder"
  [ -e "$folder/ready" ] || download
  libraries=$(cd "$folder"/system/usr/lib/*-linux-gnu && pwd)
  DRAWBRIDGE_HIPRTC=$libraries/libhiprtc.so.6 DRAWBRIDGE_HIPRTC_RUN="$(echo "$libraries"/ld-linux*.so.?) --library-path $libraries"
fi
export DRAWBRIDGE_HIPRTC DRAWBRIDGE_HIPRTC_RUN
exec "$go" test -buildmode=pie -count=1 -timeout 90m -v -run 'ForAMD' "$@"
