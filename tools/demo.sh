#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs RM2D on four ranks of an uneven machine, with equal shares and managed; says what that
# gains and draws it.  Two to three minutes.  ./evenkeel.sh demo builds the program and calls this.
#
# usage: demo.sh [PROGRAM]      results in runs/demo; PROGRAM is build/evenkeel if not given
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
program=$(readlink -f "${1:-$root/build/evenkeel}")
out=$root/runs/demo
vcluster=$root/tools/vcluster/vcluster
hosts=0.16,0.19,0.31,0.34            # of one core: the capacities of Sinha and Parashar (2001)
export VC=demo$$
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if [ ! -x "$program" ]; then
  echo "demo.sh: no program $program; ./evenkeel.sh demo builds it" >&2
  exit 1
fi

run() {  # NAME SETTINGS...
  local name=$1; shift
  echo "running with $name shares ..."
  "${launch[@]}" "$program" run "$root/tools/demo.toml" "$@" "${inject[@]}" --out "$out/$name" \
    > "$out/$name.log" 2>&1 || { tail -n 20 "$out/$name.log" >&2; exit 1; }
  rm -rf "$out/$name/plt00000"         # the start, alike in both and large
}

rm -rf "$out"
mkdir -p "$out"
if reason=$("$vcluster" check 2>&1); then
  echo "an uneven machine of four virtual hosts with quotas of processor time:"
  trap '"$vcluster" down' EXIT
  "$vcluster" up "$root/tools/vcluster/conf/s000.conf"
  launch=("$vcluster" mpirun) inject=()
else
  echo "$reason"
  echo "so each rank sleeps until it is as slow as its host would be (machine.inject):"
  echo "$hosts of a core"
  launch=(mpirun.openmpi --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 -np 4)
  inject=(-s "machine.inject=[$hosts]")
fi

run equal -s manage.policy=none
run managed -s manage.policy=cost_benefit
/usr/bin/python3 "$root/tools/demo_report.py" --hosts "$hosts" "$out/equal" "$out/managed"
if ! /usr/bin/python3 -c 'import matplotlib' 2> /dev/null; then
  echo "no picture: it needs python3-matplotlib (apt install python3-matplotlib)"
  exit
fi
/usr/bin/python3 "$root/tools/picture.py" --hosts "$hosts" --out "$out/demo.png" \
  "$out/equal=equal shares" "$out/managed=managed"
echo "picture: $out/demo.png"
