#!/bin/sh
# Random states against 40-digit arithmetic: precise.sh STATES_PROGRAM SPECIES.json VENV_FOLDER
# Takes the mpmath that is there, else installs it into VENV_FOLDER once; skipped with one line where that does not work.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$1 species=$2 venv=$3
skip() { echo "40-digit check skipped: $1"; exit 77; }
command -v python3 >/dev/null || skip "no python3"
python=python3
if ! python3 -c 'import mpmath' 2>/dev/null; then
  python=$venv/bin/python
  if [ ! -f "$venv/ready" ]; then
    python3 -m venv "$venv" >/dev/null 2>&1 || skip "python3 -m venv does not work here"
    timeout 120 "$venv/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 15 mpmath==1.3.0 \
      >"$venv/pip.log" 2>&1 || skip "PyPI gives no mpmath ($venv/pip.log)"
    touch "$venv/ready"
  fi
fi
mkdir -p "$venv"
"$program" 30 >"$venv/states.txt"
"$python" "$here/precise.py" "$venv/states.txt" "$species"
