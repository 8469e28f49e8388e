#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Records the reference traces of our own kernels, for replays, on three levels; RM3D at the size of
# the publications and at twice that.
#
# usage: tools/record_traces.sh [FOLDER [TRACE...]]
#        default: all, into experiments/traces; some minutes on one core
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$root/experiments/traces}
wanted=" ${*:2} "
program=${EVENKEEL:-$root/build/evenkeel}
if [[ ! -x $program ]]; then
  echo "record_traces.sh: no $program; build it, or set EVENKEEL" >&2
  exit 1
fi
mkdir -p "$folder"

# record TRACE CASE SETTING...: runs examples/CASE.toml and keeps its trace.
record() {
  local name=$1 example=$2 setting options=()
  shift 2
  if [[ -n ${wanted// /} && $wanted != *" $name "* ]]; then
    return
  fi
  for setting; do
    options+=(-s "$setting")
  done
  "$program" run "$root/examples/$example.toml" --out "$folder/$name.run" --quiet \
    -s output.trace=true -s output.plot_interval=0 -s output.checkpoint_interval=0 \
    -s mesh.max_levels=3 "${options[@]}"
  gzip -9 -n -c "$folder/$name.run/trace.ndjson" > "$folder/$name.ndjson.gz"
  rm -r "$folder/$name.run"
}

record tp2d tp2d/tp2d 'domain.cells=[128,128]' time.steps=200
record rm2d rm2d/rm2d time.steps=200
record rm3d rm3d/rm3d 'domain.cells=[128,32,32]' time.steps=200
record rm3d_large rm3d/rm3d 'domain.cells=[256,64,64]' time.steps=200
record wave2d waves/wave2d time.steps=200
record wave3d waves/wave3d time.steps=60
record vector_wave2d waves/vector_wave2d 'domain.cells=[128,128]' time.steps=200
record eno2d forward_step/eno2d 'domain.cells=[120,40]' time.steps=200 time.end=4
record bl2d two_phase/bl2d 'domain.cells=[64,64]' time.steps=100 time.end=0.5
record bl3d two_phase/bl3d 'domain.cells=[32,32,32]' time.steps=40 time.end=0.5
record flame2d flame/flame2d 'domain.cells=[64,64]' time.steps=120
record laplace laplace/laplace mesh.max_levels=9
wc -c "$folder"/*.ndjson.gz
