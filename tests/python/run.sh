# run.sh ROOT LIBRARY: the Python package against the library; skipped (77) where Python or numpy is missing.
set -eu
root=$1
python=
for candidate in python3 /usr/bin/python3; do
  "$candidate" -c 'import sys, numpy; sys.exit(sys.version_info < (3, 9))' 2>/dev/null && { python=$candidate; break; }
done
[ -n "$python" ] || { echo "skipped: no Python 3.9 or newer with numpy, so the Python package is not tested"; exit 77; }
export DRAWBRIDGE_LIBRARY=$2 DRAWBRIDGE_DEVICE=host PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$root/python ROOT=$root
exec "$python" -W error -m unittest discover -s "$root/tests/python" -p 'test_*.py'
