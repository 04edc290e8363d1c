#!/bin/sh
# Independent judges of snapshots and of their comparison, from PyPI: run.sh COMMAND WRITER VENV_FOLDER
# WRITER is a program that leaves streamed.h5 in its folder. Installed into VENV_FOLDER once; skipped with
# one line where that does not work.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command=$1 writer=$2 venv=$3
skip() { echo "skipped: $1"; exit 77; }
if [ ! -f "$venv/ready" ]; then
  command -v python3 >/dev/null || skip "no python3"
  python3 -m venv "$venv" >/dev/null 2>&1 || skip "python3 -m venv does not work here"
  timeout 400 "$venv/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 15 \
    numpy==2.2.6 h5py==3.14.0 vtk==9.4.2 >"$venv/pip.log" 2>&1 || skip "PyPI gives no h5py and vtk ($venv/pip.log), so nobody else judges snapshots"
  touch "$venv/ready"
fi
scratch=$(mktemp -d "${TMPDIR:-/tmp}/drawbridge-judges.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"$writer" >writer.log 2>&1 || { cat writer.log; exit 1; }
"$venv/bin/python" "$here/planted.py" "$command"
"$venv/bin/python" "$here/paraview.py" streamed.h5
"$venv/bin/python" "$here/difference.py" "$command" streamed.h5
"$venv/bin/python" "$here/paraview.py" difference.h5
