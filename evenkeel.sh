#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Sets up, builds, tests and demonstrates Evenkeel. Safe to interrupt and to repeat.
set -euo pipefail
cd "$(dirname "$0")"

required=(g++ cmake ninja-build pkg-config git libopenmpi-dev openmpi-bin libtomlplusplus-dev
          nlohmann-json3-dev libcli11-dev libfmt-dev libxxhash-dev libgtest-dev libgmock-dev
          libbenchmark-dev libpng-dev libpugixml-dev libhwloc-dev libopenblas-dev libeigen3-dev
          zlib1g-dev python3 python3-numpy)
# Without these the build works, with less to show: pictures and virtual hosts, which is all that
# the demonstration is for, and further libraries, services to sense and checks.
shown=(ccache python3-matplotlib iproute2 lxcfs iputils-ping)
further=(python3-yt clang-format-19 libtrilinos-zoltan-dev libmetis-dev libscotch-dev
         libsimgrid-dev libp4est-dev snmpd prometheus-node-exporter prometheus ganglia-monitor)
tried=build/optional-packages-tried

usage() {
  cat << 'TEXT'
usage: ./evenkeel.sh COMMAND

  demo    set up, build, run one problem on an uneven machine with equal and with managed shares;
          prints both times and where the picture is
  test    set up, build, run the test suite (all but the tests labelled slow)
  build   set up and build into build/
  help    this text

Set-up installs missing Debian packages by apt, as root or with sudo. Everything may be repeated.
TEXT
}

say() { printf '==> %s\n' "$*"; }

fail() {
  printf 'evenkeel.sh: %s\n' "$*" >&2
  exit 1
}

# Prints those of its arguments that are not installed packages.
missing() {
  local package
  for package; do
    dpkg-query -W -f '${Status}' "$package" 2> /dev/null | grep -q 'ok installed$' \
      || printf '%s ' "$package"
  done
}

# Sets `root` to the words that run a command as root; fails with a reason where nothing does.
find_root() {
  root=()
  if [[ $EUID -eq 0 ]]; then
    return
  elif ! command -v sudo > /dev/null; then
    say "packages can be installed neither as root nor with sudo"
    return 1
  elif [[ ! -t 0 ]] && ! sudo -n true 2> /dev/null; then
    say "sudo wants a password and there is no terminal to ask on"
    return 1
  fi
  root=(sudo)
}

apt() {
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@"
}

# Prints those of its arguments that have not been tried.
untried() {
  local package
  for package; do
    grep -qsxF "$package" "$tried" || printf '%s ' "$package"
  done
}

# Installs optional packages, one by one if together fails, and goes on without the rest.
install_optional() {
  local package
  apt install --no-install-recommends "$@" && return
  for package; do
    apt install --no-install-recommends "$package" || say "goes on without $package"
  done
}

# Installs what is required, and those of its arguments that can be had.
set_up() {
  if ! command -v apt-get > /dev/null; then
    say "no apt here; these Debian packages or their like are needed: ${required[*]}"
    return
  fi
  local needed extra
  read -ra needed <<< "$(missing "${required[@]}")"
  read -ra extra <<< "$(untried "$@")"
  read -ra extra <<< "$(missing "${extra[@]}")"
  if [[ ${#needed[@]} -eq 0 && ${#extra[@]} -eq 0 ]]; then
    say "all packages are installed"
    return
  fi
  if ! find_root; then
    [[ ${#needed[@]} -eq 0 ]] || fail "ask for these packages, then repeat: ${needed[*]}"
    say "goes on without: ${extra[*]}"
    return
  fi
  say "installs: ${needed[*]} ${extra[*]}"
  [[ -z $(dpkg --audit 2> /dev/null) ]] || "${root[@]}" dpkg --configure -a
  apt update || say "apt update failed; goes on with the lists that are here"
  [[ ${#needed[@]} -eq 0 ]] || apt install --no-install-recommends "${needed[@]}"
  [[ ${#extra[@]} -eq 0 ]] || install_optional "${extra[@]}"
  mkdir -p build
  [[ ${#extra[@]} -eq 0 ]] || printf '%s\n' "${extra[@]}" >> "$tried"
}

# Builds the targets given, or all.
build() {
  say "configures"
  cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DEVENKEEL_FAST_BUILD=ON
  say "builds with $(nproc) jobs"
  ninja -C build -j "$(nproc)" "$@"
}

run_tests() {
  set_up "${shown[@]}" "${further[@]}"
  build
  say "tests"
  exec ctest --test-dir build -LE '^slow$' -j 2 --output-on-failure "$@"
}

demo() {
  set_up "${shown[@]}"
  build evenkeel
  say "runs the demonstration"
  exec tools/demo.sh "$@"
}

command=${1:-help}
shift || true
case $command in
  demo) demo "$@" ;;
  test) run_tests "$@" ;;
  build) set_up "${shown[@]}" "${further[@]}"; build ;;
  help | -h | --help) usage ;;
  *)
    usage >&2
    printf '\nevenkeel.sh: no command %s\n' "'$command'" >&2
    exit 2
    ;;
esac
