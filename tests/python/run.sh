# run.sh ROOT LIBRARY: the Python package against the library; skipped (77) where Python or numpy is missing.
set -eu
root=$1
command -v python3 >/dev/null || { echo "skipped: no python3, so the Python package is not tested"; exit 77; }
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' || { echo "skipped: the Python package needs Python 3.9 or newer"; exit 77; }
python3 -c 'import numpy' 2>/dev/null || { echo "skipped: Python has no numpy, so the Python package is not tested"; exit 77; }
export DRAWBRIDGE_LIBRARY=$2 DRAWBRIDGE_DEVICE=host PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$root/python ROOT=$root
exec python3 -W error -m unittest discover -s "$root/tests/python" -p 'test_*.py'
