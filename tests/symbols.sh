# symbols.sh LIBRARY MPI: it has our SONAME, exports only our names, and needs neither CUDA nor HDF5, and
# MPI (openmpi, mpich) only where it was built with it (none).
set -eu
library=$1 mpi=$2
dynamic=$(readelf -d "$library")
echo "$dynamic" | grep -q 'SONAME.*\[libdrawbridge.so.0\]' || { echo "no SONAME libdrawbridge.so.0"; exit 1; }
foreign=$(nm -D --defined-only "$library" | awk '{print $3}' | grep -vE '^(frame|drawbridge)_' || true)
[ -z "$foreign" ] || { echo "exports that are not ours: $foreign"; exit 1; }
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
