#!/usr/bin/env bash
# Counts lines and bytes of each room without tests, test data, examples, docs and generated files, and the files of the repository.
#   scripts/size.sh             counts the files that git tracks, as they are on disk
#   scripts/size.sh REVISION    prints that revision, the files on disk, and the change
# In old revisions, port/ and the folders of snapshot/ that have moved to tools/ count as tools.
set -euo pipefail
cd "$(dirname "$0")/.."

# counts [REVISION]: lines, bytes and path of each text file.
counts() {
  if [ $# -eq 1 ]; then
    join -t $'\t' <(git grep -I -c '' "$1" -- | sed "s/^$1://; s/:\([0-9]*\)\$/\t\1/" | sort -t $'\t' -k 1,1) \
      <(git ls-tree -r -l "$1" | awk -F '\t' '{split($1, w, " "); print $2 "\t" w[4]}' | sort -t $'\t' -k 1,1)
  else
    join -t $'\t' <(git grep -I -c '' -- | sed 's/:\([0-9]*\)$/\t\1/' | sort -t $'\t' -k 1,1) \
      <(git ls-files -z | xargs -0 stat -c '%n	%s' 2>/dev/null | sort -t $'\t' -k 1,1)
  fi
}

# rooms: what counts of the files that come in, by room; the library's rooms first, then the tools'.
rooms() {
  awk -F '\t' '
    BEGIN {
      split("bridge frame domains properties stencils steps views device kernels mpi snapshot settings status report files tuning machine", names, " ")
      for (i in names) library[names[i]] = 1
      split("kernels/list.h kernels/properties.h kernels/stencils/operators.h kernels/stencils/set/operators.go " \
            "kernels/stencils/list_operators.h bridge/entry.h bridge/forward.c python/drawbridge/_entries.py", names, " ")
      for (i in names) generated[names[i]] = 1
    }
    $1 in generated || $1 ~ /_test\.go$|(^|\/)testdata\/|test\/|\/oddfile\/|^bench\/results\/|\.md$/ { next }
    {
      top = $1
      sub(/\/.*/, "", top)
      room = ""
      if (top in library) room = "library\t" top
      if ($1 == "fortran/drawbridge.f90") room = "library\tfortran/drawbridge.f90"
      if (top ~ /^(cmd|tools|bench|python|scripts)$/) room = "tools\t" top
      if (top == "port" || $1 ~ /^snapshot\/(compare|difference|evidence|hdf5file|history|page|picture|section|series)\//) room = "tools\ttools"
      if (room != "") { lines[room] += $2; bytes[room] += $3 }
    }
    END { for (room in lines) print room "\t" lines[room] "\t" bytes[room] }' | sort
}

files_of() { if [ $# -eq 1 ]; then git ls-tree -r --name-only "$1" | wc -l; else git ls-files | while read -r f; do [ -e "$f" ] && echo; done | wc -l; fi; }

# before and after come in one stream: part, room, lines, bytes, which.
{
  if [ $# -eq 1 ]; then
    counts "$1" | rooms | sed 's/$/\tbefore/'
    printf 'repository\tfiles in the repository\t%s\t0\tbefore\n' "$(files_of "$1")"
  fi
  counts | rooms | sed 's/$/\tnow/'
  printf 'repository\tfiles in the repository\t%s\t0\tnow\n' "$(files_of)"
} | awk -F '\t' -v both=$# '
  function row(name, l1, l2, b1, b2) {
    if (both) printf "%-24s %8d %8d %+7d %10d %10d %+9d\n", name, l1, l2, l2 - l1, b1, b2, b2 - b1
    else printf "%-24s %8d %10d\n", name, l2, b2
  }
  function rows(part, title,   i, key) {
    for (i = 1; i <= count; i++) {
      key = order[i]
      if (parts[key] == part) row(names[key], lines[key, "before"], lines[key, "now"], bytes[key, "before"], bytes[key, "now"])
    }
    row(title, lines[part, "before"], lines[part, "now"], bytes[part, "before"], bytes[part, "now"])
    print ""
  }
  {
    key = $1 "/" $2
    if (!(key in parts)) { order[++count] = key; parts[key] = $1; names[key] = $2 }
    lines[key, $5] += $3; bytes[key, $5] += $4; lines[$1, $5] += $3; bytes[$1, $5] += $4
  }
  END {
    if (both) printf "%-24s %8s %8s %7s %10s %10s %9s\n", "room", "lines", "now", "change", "bytes", "now", "change"
    else printf "%-24s %8s %10s\n", "room", "lines", "bytes"
    rows("library", "= what a host loads")
    rows("tools", "= tools")
    if (both) printf "%-24s %8d %8d %+7d\n", "files in the repository", lines["repository", "before"], lines["repository", "now"], lines["repository", "now"] - lines["repository", "before"]
    else printf "%-24s %8d\n", "files in the repository", lines["repository", "now"]
  }'
