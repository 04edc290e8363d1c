# fpm.sh ROOT BUILD SCRATCH: a solver with the installed package as a dependency of fpm, built and run as docs/installation.md says.
set -eu
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
