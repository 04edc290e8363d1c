#!/usr/bin/env bash
# variants.sh PROGRAM RANKS: ranks that share the cache agree on the variants that one of them measured; ranks that do
# not, measure none and say so in one line. On the fake driver. MPIRUN comes from the environment.
set -uo pipefail
program=$1 ranks=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() { echo "variants.sh: $*"; cat out err; exit 1; }
launch() { timeout 3000 "$MPIRUN" -n "$ranks" bash -c "$1"' exec "$0"' "$program" >out 2>err || fail "exit code $?"; }
lines() { cat out err | grep -c -- "$1"; }

launch 'export DRAWBRIDGE_CACHE='"$folder"'/shared;'
[ "$(lines 'variant of totalenthalpy at 20000 points, measured')" -eq 1 ] || fail "not measured once"
[ "$(lines 'as measured by an earlier run')" -ge 1 ] || fail "the others do not take what was measured"
[ "$(lines 'variants are not measured')" -eq 0 ] || fail "a shared cache is not seen"
[ -z "$(find shared -name '.ranks-*')" ] || fail "a token is left"

launch 'export DRAWBRIDGE_CACHE='"$folder"'/own$OMPI_COMM_WORLD_RANK$PMI_RANK;'
[ "$(lines 'points, measured: ')" -eq 0 ] || fail "measured without a shared cache"
[ "$(lines 'drawbridge: GPU variants are not measured, every rank takes the first: rank 1 .*own1.* does not see the cache of rank 0')" -eq 1 ] || fail "not one line"
[ "$(lines 'Set DRAWBRIDGE_CACHE to a folder that all ranks see')" -ge 1 ] || fail "the way out is not named"

launch 'export DRAWBRIDGE_CACHE=off;'
[ "$(lines 'rank 0 (cache off) does not see the cache of rank 0 (off)')" -ge 1 ] || fail "no cache"

launch 'export DRAWBRIDGE_TUNE=off DRAWBRIDGE_CACHE=off;'
[ "$(lines 'variants are not measured')" -eq 0 ] || fail "said where nobody would have measured"
echo "variants: ok"
