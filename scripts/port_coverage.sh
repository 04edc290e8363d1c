#!/usr/bin/env bash
# How many routines of public codes `drawbridge port` translates, and whether the translations have the bits of the Fortran.
#
#   scripts/port_coverage.sh SOURCES [LIBRARY]...
#
# SOURCES is a folder of Fortran, such as an unpacked source archive of scipy. Each LIBRARY is a folder of what it calls, such
# as the reference LAPACK: its routines are given to the tool, and are not counted. Sources are read, never kept.
#
#   END_AT   names for --end-at; default: xerbla,write,stop,xerror,xermsg,xerrwd,xerrwv
#   PER_POINT  names for --per-point: what each point has for itself; default: none
#   FLAGS    for --flags, as -ffree-line-length-none; default: none
#   CHECK    1: compare each folder of SOURCES with gfortran, too (minutes)
#   POINTS   points of each routine in the comparison; default: 60
#   OUT      folder for survey.md, the logs and the reports; default: a folder that is removed at the end
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,15s/^# \{0,1\}//p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
tool=${DRAWBRIDGE:-$root/build/bin/drawbridge}
[ -x "$tool" ] || { echo "no $tool: build it with scripts/build.sh, or name it with DRAWBRIDGE=PATH" >&2; exit 2; }
ends=${END_AT-xerbla,write,stop,xerror,xermsg,xerrwd,xerrwv}
says=(${ends:+--end-at "$ends"} ${PER_POINT:+--per-point "$PER_POINT"} ${FLAGS:+--flags "$FLAGS"})
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=${OUT:-$work/out}
mkdir -p "$out"

# take FOLDER NAME copies the Fortran of a folder to NAME.
take() {
  [ -d "$1" ] || { echo "no folder $1" >&2; exit 2; }
  mkdir -p "$work/$2"
  (cd "$1" && find . -type f \( -iname '*.f' -o -iname '*.f[079]*' -o -iname '*.fpp' -o -iname '*.for' -o -iname '*.h' -o -iname '*.inc' -o -iname '*.fh' -o -iname '*.cpp' \) -print0 |
    tar --null -T - -ch | tar -x -C "$work/$2")
}
take "$1" sources
shift
for library in "$@"; do take "$library" "libraries/$(basename "$library")"; done

"$tool" port --report "$work" -o "$out" "${says[@]}" >"$out/survey.txt"
# The rows of the page are routine, place, reason; those of the libraries are left out.
awk -F'|' -v folder="$work/sources/" '
  /^## / { part = $0 } /^### / { reason = substr($0, 5) }
  /^\| `/ && index($3, folder) {
    if (part ~ /Can be ported/) ported++
    else if (part ~ /others need/) { # a row for each reason of a routine
      file = $3; sub(/:[0-9]+ *$/, "", file)
      if (!seen[$2 file]++) { refused++; why[reason]++ }
    }
    else if (part ~ /Out of reach/) outside++
  }
  END {
    eligible = ported + refused
    printf "%d routines; %d with complex numbers, procedure arguments or ENTRY, or that call such\n", eligible + outside, outside
    printf "translated: %d of the other %d, %.1f %%\n", ported, eligible, eligible ? 100*ported/eligible : 0
    for (r in why) printf "%5d  %s\n", why[r], r | "sort -rn"
  }' "$out/survey.md"

[ "${CHECK:-0}" = 1 ] || exit 0
failed=0
while read -r folder; do
  mapfile -t files < <(find "$folder" -maxdepth 1 -type f \( -iname '*.f' -o -iname '*.f90' -o -iname '*.fpp' \) | sort)
  [ ${#files[@]} -gt 0 ] || continue
  name=$(tr / _ <<<"${folder#"$work"/}")
  "$tool" port "${files[@]}" --check --partial --points "${POINTS:-60}" --limit 20s "${says[@]}" -o "$out/$name" >"$out/$name.txt" 2>&1 || true
  echo "${folder#"$work/sources/"}: $(grep -E '^[0-9]+ of [0-9]+ routines translated|^compared|cannot compare' "$out/$name.txt" | cut -c1-120 | paste -sd';')"
  if grep -E '^  .*values differ' "$out/$name.txt"; then failed=1; fi
done < <(find "$work/sources" -type d | sort)
exit $failed
