# abi.sh LIBRARY LIST: the library still has every function that a release with the same SONAME exported.
set -eu
library=$1 list=$2
readelf -d "$library" | grep -q 'SONAME.*\[libdrawbridge.so.0\]' || { echo "the SONAME changed: begin a new list of functions"; exit 1; }
exported=$(nm -D --defined-only "$library" | awk '{print $3}' | sed 's/@.*//' | sort -u)
known=$(grep -v '^#' "$list")
[ "$(echo "$known" | wc -l)" -ge 60 ] || { echo "$list names too few functions"; exit 1; }
lost=0
for name in $known; do
  echo "$exported" | grep -qx "$name" || { echo "FAILED: $name is lost: programs linked with ${list##*functions_} no longer start"; lost=1; }
done
[ "$lost" -eq 0 ]
echo "abi: all $(echo "$known" | wc -l) functions are there"
