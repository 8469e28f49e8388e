# SPDX-License-Identifier: BSD-3-Clause
# Network: a namespace a host, one for the switch; links of set rate and delay between them.
# shellcheck shell=bash disable=SC2154

netns() { echo "$vc.$1"; }
port() { echo "p$(index "$1")"; }          # a host's device on the switch

# Both devices of a link send at RATE at most.  The burst holds at least one 64 KiB super-frame,
# and 2 ms worth at high rates; the queue 1 MiB, as a switch does, and 50 ms worth: a lost
# super-frame is not sent again before TCP's timer has run out, and then again and again.
limit_rate() {  # RATE[Mbit/s] NETNS DEVICE NETNS DEVICE
  local rate=$1 burst queue; shift
  burst=$(awk -v r="$rate" 'BEGIN { b = r * 250; print int(b > 70000 ? b : 70000) }')
  queue=$(awk -v r="$rate" 'BEGIN { q = r * 6250; print int(q > 1048576 ? q : 1048576) }')
  while [ $# -gt 0 ]; do
    ip netns exec "$1" tc qdisc del dev "$2" root 2> /dev/null || true
    [ "$rate" = - ] || [ "$rate" = 0 ] ||
      ip netns exec "$1" tc qdisc add dev "$2" root tbf rate "${rate}mbit" burst "$burst" \
        limit $((burst + queue))
    shift 2
  done
}
limit_host_rate() { limit_rate "$2" "$(netns "$1")" eth0 "$sw" "$(port "$1")"; }

set_delay() {  # HOST DELAY[us]
  grep -q "^$(netns "$1") " "$state/links" ||
    die "$1 was made without a delay line; give it a delay in the description"
  sed -i "s/^\($(netns "$1") .*\) [0-9]*$/\1 $2/" "$state/links"
  kill -HUP "$(cat "$state/vclink.pid")"
}

make_switch() {
  local b
  ip netns add "$sw"
  ip -n "$sw" link set lo up
  for b in trunk $(names site | sed 's/^/br-/'); do
    ip -n "$sw" link add name "$b" type bridge forward_delay 0
    ip -n "$sw" link set dev "$b" up
  done
  ip -n "$sw" addr add "$net.254/24" dev trunk
}

# A veth pair where no delay is asked, else a pair that vclink makes and feeds (the kernel's own
# delay line, sch_netem, is often missing).
make_links() {
  local h s delay
  : > "$state/links"
  for h in $(names host); do
    ip netns add "$(netns "$h")"
    delay=$(field "$h" delay)
    case $delay in
      - | 0) ip link add name eth0 netns "$(netns "$h")" type veth \
               peer name "$(port "$h")" netns "$sw" ;;
      *) echo "$(netns "$h") eth0 $sw $(port "$h") $delay" >> "$state/links" ;;
    esac
  done
  for s in $(names site); do
    delay=$(field "$s" delay)
    echo "$sw up-$s $sw down-$s ${delay/#-/0}" >> "$state/links"
  done
  [ ! -s "$state/links" ] || start_vclink
}

start_vclink() {
  local program=${VC_VCLINK:-$state/vclink}
  [ -x "$program" ] || g++ -std=c++20 -O2 -o "$program" "$here/vclink.cpp"
  setsid "$program" "$state/links" > "$state/vclink.log" 2>&1 < /dev/null &
  echo $! > "$state/vclink.pid"
  wait_for "vclink, which makes the links" grep -q ready "$state/vclink.log"
}

connect() {
  local h s
  for s in $(names site); do
    ip -n "$sw" link set "up-$s" master "br-$s" up
    ip -n "$sw" link set "down-$s" master trunk up
    limit_rate "$(field "$s" rate)" "$sw" "up-$s" "$sw" "down-$s"
  done
  for h in $(names host); do
    s=$(field "$h" site)
    [ "$s" = - ] && s=trunk || s=br-$s
    ip -n "$(netns "$h")" addr add "$(address "$h")/24" dev eth0
    ip -n "$(netns "$h")" link set eth0 up
    ip -n "$sw" link set "$(port "$h")" master "$s" up
    limit_host_rate "$h" "$(field "$h" rate)"
  done
}

remove_network() {
  local n
  for n in $(ip netns list | awk -v p="$vc." 'index($1, p) == 1 { print $1 }'); do
    ip netns del "$n"
  done
}

traffic() { ip netns exec "$(netns "$1")" cat "/sys/class/net/eth0/statistics/$2_bytes"; }
