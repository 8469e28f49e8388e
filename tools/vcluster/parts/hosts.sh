# SPDX-License-Identifier: BSD-3-Clause
# The life of a cluster: its state directory, its hosts' processes, up and down.
# shellcheck shell=bash disable=SC2013,SC2016,SC2154

names() { awk -v k="$1" '$1 == k { print $2 }' "$state/hosts.conf"; }
index() { names host | grep -nx "$1" | cut -d: -f1; }
address() { echo "$net.$(index "$1")"; }
field() {  # NAME cpus|cores|rate|delay|slots|site
  awk -v n="$1" -v k="$2" 'BEGIN { split("kind name cpus cores rate delay slots site", f, " ")
    for (i in f) at[f[i]] = i } $2 == n { print $at[k] }' "$state/hosts.conf"
}
slots() { local s; s=$(field "$1" slots); echo "${s/#-/1}"; }

wait_for() {  # WHAT COMMAND...: until the command succeeds, 5 s at most
  local what=$1; shift
  for _ in $(seq 250); do "$@" 2> /dev/null && return; sleep 0.02; done
  die "$what did not start"
}

is_running() { [ -n "$(readlink "/proc/$1/exe")" ]; }    # PID; a zombie does not

is_alive() {  # some host of this cluster runs
  local p
  for p in "$state"/*.outer; do
    if [ -s "$p" ] && is_running "$(cat "$p")"; then return 0; fi
  done
  return 1
}

host_main() {  # HOST: process 1 of a host, already inside its namespaces
  local f
  hostname "$1"
  mount -t proc proc /proc
  mount -t sysfs sysfs /sys
  host_cgroup_mounts
  mount -t tmpfs tmpfs /dev/shm
  mount --bind "$state/hosts" /etc/hosts
  if [ -e "$state/lxcfs/proc/stat" ]; then     # this host's share of the machine
    for f in cpuinfo meminfo stat uptime loadavg; do
      mount --bind "$state/lxcfs/proc/$f" /proc/$f || true
    done
  fi
  ip link set lo up
  touch "$state/$1.ready"
  sleep infinity &
  wait                                         # and so reap whatever is left to process 1
}

start_host() {  # HOST
  make_group "$1"
  pin_cores "$1" "$(field "$1" cores)"
  limit_host_cpu "$1" "$(field "$1" cpus)"
  ( join_group "$1"
    exec setsid nsenter --net="/run/netns/$(netns "$1")" unshare --mount --uts --ipc --pid \
      --cgroup --propagation private --fork --kill-child "$here/vcluster" host-main "$1" \
      > "$state/$1.log" 2>&1 < /dev/null ) &
  echo $! > "$state/$1.outer"
}

start_lxcfs() {  # optional: monitors then see the host, not the machine
  command -v lxcfs > /dev/null || return 0
  mkdir "$state/lxcfs"
  setsid lxcfs -f -l --enable-cfs -p "$state/lxcfs.pidfile" "$state/lxcfs" \
    > "$state/lxcfs.log" 2>&1 < /dev/null &
  echo $! > "$state/lxcfs.pid"
  wait_for lxcfs test -e "$state/lxcfs/proc/stat"
}

write_names() {
  local h
  { echo "127.0.0.1 localhost"; echo "$net.254 head"
    for h in $(names host); do echo "$(address "$h") $h"; done; } > "$state/hosts"
  for h in $(names host); do echo "$h slots=$(slots "$h")"; done > "$state/hostfile"
  printf '#!/bin/sh\nVC=%s VC_NET=%s exec %s rsh "$@"\n' "$vc" "$net" "$here/vcluster" \
    > "$state/rsh"
  chmod +x "$state/rsh"
}

up() {  # FILE
  local h description
  [ -r "$1" ] || fault "$1: no such description; examples are in $here/conf"
  description=$(awk -f "$here/parts/describe.awk" "$1") || exit 2
  check quiet
  ! is_alive || die "$vc is up already; 'vcluster down' first, or choose another name with VC="
  down                                         # whatever an earlier, broken one has left
  mkdir -p "$state"
  trap 'echo "vcluster: up failed; taking it down" >&2; down' EXIT
  echo "$description" > "$state/hosts.conf"
  write_names
  make_switch
  make_links
  start_lxcfs
  connect
  for h in $(names host); do start_host "$h"; done
  for h in $(names host); do
    wait_for "host $h (see $state/$h.log)" test -e "$state/$h.ready"
    pgrep -P "$(cat "$state/$h.outer")" > "$state/$h.pid"
  done
  trap - EXIT
}

down() {
  local pid failed=0
  remove_groups || failed=1
  remove_network || failed=1
  umount -l "$state/lxcfs" 2> /dev/null || true
  for pid in $(cat "$state"/{vclink.pid,lxcfs.pid,pulse.pids} 2> /dev/null); do
    kill -9 "$pid" 2> /dev/null || true                    # lxcfs takes 5 s to end itself
  done
  rm -rf --one-file-system "$state"                        # never into a mount that stayed
  return $failed
}

enter() {  # HOST COMMAND...: replaces this shell
  local h=$1; shift
  [ -e "$state" ] || die "$vc is not up"
  if [ "$h" = head ]; then
    exec nsenter --net="/run/netns/$sw" unshare --mount --uts --propagation private \
      sh -c 'mount --bind "$0" /etc/hosts; hostname head; exec "$@"' "$state/hosts" "$@"
  fi
  need_host "$h"
  join_group "$h"
  exec nsenter --target "$(cat "$state/$h.pid")" --net --mount --uts --ipc --pid --cgroup \
    --wd="$PWD" -- "$@"
}
