# library_folder.sh SOURCE SCRATCH: drawbridge.pc names the prefix, whatever the folder of the library.
set -eu
source=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch"
for folder in lib lib64 lib/aarch64-linux-gnu; do
  cmake -S "$source" -B "$scratch/build" -DDRAWBRIDGE_TESTS=OFF -DDRAWBRIDGE_MPI=OFF -DCMAKE_INSTALL_LIBDIR=$folder >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
  place=$scratch/prefix/$folder/pkgconfig
  mkdir -p "$place"
  cp "$scratch/build/drawbridge.pc" "$place/"
  found=$(realpath -m "$(PKG_CONFIG_PATH=$place pkg-config --variable=prefix drawbridge)")
  [ "$found" = "$(realpath -m "$scratch/prefix")" ] || { echo "FAILED: in $folder the prefix is $found"; exit 1; }
done
echo "library_folder: ok"
