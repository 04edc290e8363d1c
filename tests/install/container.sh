# container.sh ROOT: the image of packaging/Containerfile builds, compiles an outside program and runs it.
# BASE_OPTIONS are further options of the build, such as a folder of certificates.
set -eu
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
