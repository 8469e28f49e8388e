#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Records the reference traces of our own kernels, for replays: RM3D, RM2D and TP2D on three levels.
#
# usage: tools/record_traces.sh [FOLDER]      default: traces; takes minutes on one core
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-traces}
program=${EVENKEEL:-$root/build/evenkeel}
if [[ ! -x $program ]]; then
  echo "record_traces.sh: no $program; build it, or set EVENKEEL" >&2
  exit 1
fi
mkdir -p "$folder"

# record NAME SETTING...: runs examples/NAME/NAME.toml and keeps its trace.
record() {
  local name=$1 setting options=()
  shift
  for setting; do
    options+=(-s "$setting")
  done
  "$program" run "$root/examples/$name/$name.toml" --out "$folder/$name.run" --quiet \
    -s output.trace=true -s output.plot_interval=0 -s output.checkpoint_interval=0 \
    -s mesh.max_levels=3 "${options[@]}"
  mv "$folder/$name.run/trace.ndjson" "$folder/$name.ndjson"
  rm -r "$folder/$name.run"
}

record rm3d 'domain.cells=[128,32,32]' time.steps=40
record rm2d time.steps=200
record tp2d time.steps=200
wc -c "$folder"/*.ndjson
