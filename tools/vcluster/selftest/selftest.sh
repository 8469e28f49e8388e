#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Checks virtual hosts on this machine: names, delay, rates, quotas, live change, what bad input
# says, what is left behind.  Exits with 3 (skipped) where virtual hosts cannot be made.
#
# usage: selftest.sh BSP      the program of bsp.cpp; about 15 s
# shellcheck disable=SC2016,SC2046
set -euo pipefail
bsp=$1
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
vcluster=$here/../vcluster
export VC=self$$
"$vcluster" check || exit 3

tmp=$(mktemp -d)
trap '"$vcluster" down; rm -rf "$tmp"' EXIT
failed=0
verdict() {  # NAME FOUND WANTED STATUS
  if [ "$4" = 0 ]; then echo "ok      $1: $2"; else echo "FAILED  $1: $2, expected $3"; failed=1; fi
}
same() { verdict "$1" "$2" "$3" "$([ "$2" = "$3" ]; echo $?)"; }
within() {  # NAME FOUND LEAST MOST
  verdict "$1" "$2" "$3 to $4" \
    "$(awk -v x="$2" -v lo="$3" -v hi="$4" 'BEGIN { print (x < lo || x > hi) }')"
}
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { print a / b }'; }
wall() { "$vcluster" mpirun "$bsp" 15 200 "$@" 2> /dev/null | sed -n 's/^wall \([0-9.]*\).*/\1/p'; }
left_behind() { find /sys/fs/cgroup/* /run/netns /run/vcluster -maxdepth 1 -name "*$VC*" | wc -l; }

printf '%s\n' 'a cpus=0.20 rate=1Gbps' 'b cpus=0.20 rate=1Gbps' \
  'c cpus=0.10 rate=100Mbps delay=2ms' > "$tmp/hosts.conf"
printf '%s\n' 'a cpus=0 rate=5' 'a delay=2ms' 'b speed=3 site=x' > "$tmp/bad.conf"

same "mistakes found in a bad description" \
  "$("$vcluster" up "$tmp/bad.conf" 2>&1 | grep -c "bad.conf:[123]: ")" 5
"$vcluster" up "$tmp/hosts.conf" > "$tmp/table"
same "share of host c in the table" "$(awk '$1 == "c" { print $4 }' "$tmp/table")" 0.200
same "status of a second up" "$("$vcluster" up "$tmp/hosts.conf" > /dev/null 2>&1; echo $?)" 1
same "names" "$("$vcluster" mpirun hostname 2> /dev/null | sort | tr '\n' ' ')" "a b c "
if command -v ping > /dev/null; then
  within "round trip a-c of 2 x 2 ms, ms" \
    "$("$vcluster" exec a ping -c 5 -i 0.2 c | awk -F/ 'END { print $5 }')" 4 9
fi
equal=$(wall 1 1 1)
within "equal shares / proportional (ideal 1.67)" "$(ratio "$equal" "$(wall 2 2 1)")" 1.35 2.0
"$vcluster" set c cpus=0.2
within "c doubled / before (ideal 0.5)" "$(ratio "$(wall 1 1 1)" "$equal")" 0.35 0.7
within "periods of 10 ms in 2 s that b, quota 2 ms, uses up one by one" \
  "$("$vcluster" exec b perl -MTime::HiRes=time -e '
     for ($t = $end = time; $t < $end + 2; $t = $now) { $now = time; $gaps += $now > $t + 4e-3 }
     print $gaps')" 180 210
within "periods in which c was held back" \
  "$("$vcluster" stat | awk '$1 == "c" { print $4 }')" 50 1e6

kill -9 $(cat "/run/vcluster/$VC"/*.outer)      # the hosts die; their state is left behind
"$vcluster" up "$tmp/hosts.conf" > /dev/null
same "up after a crash" "$("$vcluster" exec b hostname)" b
"$vcluster" exec b sleep 1000 2> /dev/null &
sleep 0.3
mv "/run/vcluster/$VC/hosts.conf" "$tmp/lost"   # down does not need the description
"$vcluster" down
wait || true
same "left behind" "$(left_behind)" 0
exit $failed
