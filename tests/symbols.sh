# symbols.sh LIBRARY MPI ENTRY.H: it has our SONAME, exports what entry.h declares and nothing else, and needs neither
# CUDA nor HDF5, and MPI (openmpi, mpich) only where it was built with it (none).
set -eu
library=$1 mpi=$2 entry=$3
dynamic=$(readelf -d "$library")
echo "$dynamic" | grep -q 'SONAME.*\[libdrawbridge.so.0\]' || { echo "no SONAME libdrawbridge.so.0"; exit 1; }
declared=$(grep -oE '\b(frame|drawbridge)_[a-z0-9_]+ *\(' "$entry" | tr -d ' (' | sort -u)
exported=$(nm -D --defined-only "$library" | awk '{print $3}' | sed 's/@.*//' | sort -u)
[ "$declared" = "$exported" ] || {
  for name in $declared; do echo "$exported" | grep -qx "$name" || echo "declared in entry.h, not exported: $name"; done
  for name in $exported; do echo "$declared" | grep -qx "$name" || echo "exported, not declared in entry.h: $name"; done
  exit 1
}
needed=$(echo "$dynamic" | grep NEEDED)
case $needed in
  *cuda*|*nvrtc*|*hdf5*) echo "the library is linked against: $needed"; exit 1 ;;
esac
case $mpi:$needed in
  none:*mpi*) echo "built without MPI, the library is linked against: $needed"; exit 1 ;;
  openmpi:*libmpi.so*|mpich:*libmpich.so*|none:*) ;;
  *) echo "built with $mpi, the library is linked against: $needed"; exit 1 ;;
esac
[ "$(nm -D --defined-only "$library" | grep -c ' T frame_')" -ge 21 ] || { echo "legacy symbols are missing"; exit 1; }
echo "symbols: ok"
