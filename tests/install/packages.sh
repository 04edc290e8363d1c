# packages.sh deb ROOT BUILD SCRATCH  the Debian package installs into an empty root, works there within two minutes, and goes without a trace
# packages.sh wheel ROOT BUILD SCRATCH  the wheel of make package: Python and Fortran answer in an environment that has it, and it goes without a trace
# packages.sh fpm ROOT BUILD SCRATCH  a solver with the installed package as a dependency of fpm, built and run as docs/installation.md says
# packages.sh container ROOT          the image of packaging/Containerfile builds, compiles an outside program and runs it;
#                                     BASE_OPTIONS are further options of the build, such as a folder of certificates
set -eu

deb_package() {
  root=$1 build=$2 scratch=$3
  for tool in cpack dpkg dpkg-deb dpkg-shlibdeps; do
    command -v "$tool" >/dev/null || { echo "skipped: no Debian package is made: there is no $tool"; exit 77; }
  done
  rm -rf "$scratch"
  mkdir -p "$scratch/root/var/lib/dpkg/info" "$scratch/root/var/lib/dpkg/updates" "$scratch/root/var/log" "$scratch/made"
  touch "$scratch/root/var/lib/dpkg/status" "$scratch/root/var/lib/dpkg/available"
  cd "$scratch"
  cpack -G DEB --config "$build/CPackConfig.cmake" -B "$scratch/made" >cpack.log 2>&1 || { cat cpack.log; exit 1; }
  package=$(ls made/*.deb)
  dpkg-deb -I "$package" >control
  for line in 'Package: drawbridge' 'Depends: .*libc6' 'Depends: .*libgcc-s1'; do
    grep -q "$line" control || { echo "FAILED: the package has no $line"; cat control; exit 1; }
  done
  ! grep -iE 'localhost|example\.|placeholder|CPack' control || { echo "FAILED: the package has placeholders"; exit 1; }
  ! dpkg-deb -c "$package" | grep -vE ' \./(usr/.*)?$' || { echo "FAILED: the package has files outside /usr"; exit 1; }
  begin=$(date +%s)
  [ "$(id -u)" -eq 0 ] || force=--force-not-root
  dpkg ${force:-} --root="$scratch/root" --force-depends --force-script-chrootless --no-triggers -i "$package" >dpkg.log 2>&1 || { cat dpkg.log; exit 1; }
  usr=$scratch/root/usr
  [ -e "$usr/lib/libdrawbridge.so.0" ] || { echo "FAILED: dpkg installed no library"; cat dpkg.log; exit 1; }
  "$usr/bin/drawbridge" doctor >doctor.log || { cat doctor.log; exit 1; }
  grep -q "^ok  *library  *$usr/lib/libdrawbridge.so.0" doctor.log || { cat doctor.log; exit 1; }
  PKG_CONFIG_PATH=$usr/lib/pkgconfig
  export PKG_CONFIG_PATH
  gfortran $(pkg-config --variable=fortran_source drawbridge) "$root/tests/stranger/stranger.f90" -o solver $(pkg-config --libs drawbridge)
  LD_LIBRARY_PATH=$usr/lib ./solver | grep -q '^drawbridge [0-9]'
  took=$(($(date +%s) - begin))
  [ "$took" -le 120 ] || { echo "FAILED: from the package to the first answer of a solver it took $took s, 120 are the goal"; exit 1; }
  cmake -S "$root/tests/stranger" -B cmake -DCMAKE_PREFIX_PATH="$usr" >cmake.log 2>&1 && cmake --build cmake >>cmake.log 2>&1 || { cat cmake.log; exit 1; }
  cmake/stranger | grep -q '^drawbridge [0-9]'
  dpkg ${force:-} --root="$scratch/root" --force-depends --force-script-chrootless --no-triggers -r drawbridge >dpkg.log 2>&1 || { cat dpkg.log; exit 1; }
  [ -z "$(find "$scratch/root/usr" -type f 2>/dev/null)" ] || { echo "FAILED: files stay after removal"; find "$scratch/root/usr" -type f | head; exit 1; }
  echo "deb: ok, $took s from the package to the first answer"
}

wheel_package() {
  root=$1 build=$2 scratch=$3
  wheel=$(ls "$build"/packages/drawbridge-*.whl 2>/dev/null) || { echo "skipped: no wheel is tried: make package makes one"; exit 77; }
  /usr/bin/python3 -c 'import numpy, ensurepip' 2>/dev/null || { echo "skipped: no wheel is tried: there is no Python with numpy and venv"; exit 77; }
  rm -rf "$scratch"
  mkdir -p "$scratch"
  cd "$scratch"
  prefix="$scratch/with blanks"
  unset PYTHONPATH DRAWBRIDGE_LIBRARY LD_LIBRARY_PATH || true
  DRAWBRIDGE_DEVICE=host
  export DRAWBRIDGE_DEVICE
  /usr/bin/python3 -m venv --system-site-packages "$prefix"
  find "$prefix" | sort >before
  for times in 1 2; do
    "$prefix/bin/python" -m pip install --quiet --no-index --no-deps --force-reinstall --disable-pip-version-check "$wheel"
  done
  answer=$("$prefix/bin/python" -c 'import drawbridge
with drawbridge.Frame(["CH4", "O2"], log="off") as frame:
    print("rho", frame.properties("preosRhoHFromTPProp", T=300.0, P=10e6, Y=[0.5, 0.5])["rho"])')
  case $answer in rho*[0-9]*) ;; *) echo "FAILED: Python said: $answer"; exit 1 ;; esac
  gfortran "$prefix/share/drawbridge/drawbridge.f90" "$root/tests/stranger/stranger.f90" -o solver -L"$prefix/lib" -ldrawbridge "-Wl,-rpath,$prefix/lib"
  ./solver | grep -q '^drawbridge [0-9]' || { echo "FAILED: the solver gave no answer"; exit 1; }
  "$prefix/bin/drawbridge" doctor >doctor.log || { cat doctor.log; exit 1; }
  grep -q '^ok  *MPI  *the library was built without MPI' doctor.log || { cat doctor.log; exit 1; }
  "$prefix/bin/python" -m pip uninstall --quiet --yes --disable-pip-version-check drawbridge
  find "$prefix" -type f ! -name '*.pyc' | sort | comm -13 before - >left
  [ ! -s left ] || { echo "FAILED: files stay after removal"; head left; exit 1; }
  echo "wheel: ok"
}

fpm_package() {
  root=$1 build=$2 scratch=$3
  venv=$build/fpm_venv
  fpm=$(command -v fpm || true)
  if [ -z "$fpm" ]; then
    fpm=$venv/bin/fpm
    [ -x "$fpm" ] || {
      python3 -m venv "$venv" >/dev/null 2>&1 || { echo "skipped: fpm is not tried: python3 -m venv does not work here"; exit 77; }
      timeout 120 "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary=:all: --retries 1 --timeout 20 fpm==0.12.0 >"$build/fpm_pip.log" 2>&1 ||
        { echo "skipped: fpm is not tried: fpm 0.12.0 cannot be had from PyPI"; exit 77; }
    }
  fi
  rm -rf "$scratch"
  mkdir -p "$scratch/home/solver/app"
  HOME=$scratch/home
  export HOME
  unset LD_LIBRARY_PATH LIBRARY_PATH || true
  cmake --install "$build" --prefix "$HOME/drawbridge" >"$scratch/install.log"
  cd "$HOME/solver"
  cp "$root/tests/stranger/stranger.f90" app/main.f90
  page=$root/docs/installation.md
  { echo 'name = "solver"'; sed -n '/^```toml$/,/^```$/p' "$page" | grep -v '^```'; } >fpm.toml
  command=$(grep '^fpm run ' "$page")
  ln -s "$fpm" "$scratch/fpm"
  PATH=$scratch:$PATH
  eval "$command" >run.log 2>&1 || { cat run.log; exit 1; }
  grep -q '^drawbridge [0-9]' run.log || { cat run.log; exit 1; }
  echo "fpm: ok"
}

container_image() {
  root=$1
  for tool in buildah podman none; do
    command -v "$tool" >/dev/null && break
  done
  [ "$tool" != none ] || { echo "skipped: no image is built: there is neither buildah nor podman"; exit 77; }
  for image in docker.io/library/golang:1.24-bookworm docker.io/library/debian:12-slim; do
    "$tool" pull --policy missing -q "$image" >/dev/null 2>&1 || "$tool" pull -q "$image" >/dev/null 2>&1 ||
      { echo "skipped: no image is built: $image cannot be had"; exit 77; }
  done
  "$tool" build ${BASE_OPTIONS:-} -q -f "$root/packaging/Containerfile" -t drawbridge_test "$root" >/dev/null
  trap '"$tool" rmi -f drawbridge_test >/dev/null 2>&1 || true' EXIT
  solver='cd /tmp && gfortran $(pkg-config --variable=fortran_source drawbridge) /stranger/stranger.f90 -o solver $(pkg-config --libs drawbridge) && ./solver'
  case $tool in
  podman) said=$(podman run --rm -v "$root/tests/stranger:/stranger:ro" drawbridge_test sh -c "$solver") ;;
  *)
    container=$(buildah from drawbridge_test)
    said=$(buildah run -v "$root/tests/stranger:/stranger:ro" "$container" sh -c "$solver") || { buildah rm "$container" >/dev/null; exit 1; }
    buildah rm "$container" >/dev/null
    ;;
  esac
  echo "$said" | grep -q '^drawbridge [0-9]' || { echo "FAILED: the solver in the container said: $said"; exit 1; }
  echo "container: ok"
}

part=$1
shift
case $part in
  deb) deb_package "$@" ;;
  wheel) wheel_package "$@" ;;
  fpm) fpm_package "$@" ;; # a function called fpm would be found in the place of the program
  container) container_image "$@" ;;
esac
