#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs a build to a temporary prefix, then builds and runs a program against it twice.
# usage: check_install.sh BUILD_DIRECTORY CXX_COMPILER
set -euo pipefail
build=$1
compiler=$2
consumer=$(cd "$(dirname "$0")/consumer" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
expected="12 cells, 2048 bytes, hash 2d06800538d394c2"

expect() {
  local how=$1 found
  found=$("$2")
  if [[ $found != "$expected" ]]; then
    echo "$how: expected '$expected', found '$found'" >&2
    exit 1
  fi
  echo "$how: $found"
}

cmake --install "$build" --prefix "$folder/first" > "$folder/install.log"
mv "$folder/first" "$folder/prefix"  # an installed tree may be moved

cmake -S "$consumer" -B "$folder/build" -DCMAKE_PREFIX_PATH="$folder/prefix" \
      -DCMAKE_CXX_COMPILER="$compiler" > "$folder/configure.log"
cmake --build "$folder/build" > "$folder/build.log"
expect find_package "$folder/build/consumer"

PKG_CONFIG_PATH=$(dirname "$(find "$folder/prefix" -name evenkeel.pc)")
export PKG_CONFIG_PATH
read -ra flags <<< "$(pkg-config --cflags --libs evenkeel)"
"$compiler" -std=c++20 "$consumer/main.cpp" -o "$folder/by_pkg_config" "${flags[@]}"
expect pkg-config "$folder/by_pkg_config"
