#!/usr/bin/env bash
# Makes an image under the name of an official one (Caddy, PostgreSQL, Redis) from this machine's own programs, on top
# of the base image: the programs, the libraries they load, folders they read, and a user for them.
# usage: stand-in.sh NAME BASE USER "PROGRAM..." "FOLDER..." [buildah config argument...]
set -euo pipefail
name=$1 base=$2 user=$3 programs=$4 folders=$5
shift 5
# shellcheck source=staged-image.sh
. "$(dirname "$0")/staged-image.sh"

place() {
  local file=$1
  case $file in /lib/* | /lib64/* | /bin/* | /sbin/*) file=/usr$file ;; esac
  cp -L --parents "$file" "$stage"
}
for program in $programs; do
  place "$program"
  { ldd "$program" 2>/dev/null || true; } | grep -oE '/\S+' | while read -r library; do place "$library"; done
done
for folder in $folders; do cp -r --parents "$folder" "$stage"; done

begin_image "$base"
buildah run --isolation chroot "$container" -- sh -c "echo '$user:x:999:999::/:/bin/sh' >>/etc/passwd
  echo '$user:x:999:' >>/etc/group
  mkdir -p /var/lib/postgresql /docker-entrypoint-initdb.d /data /config /etc/caddy
  chown 999:999 /var/lib/postgresql
  ldconfig 2>/dev/null"
commit_image "$name" "$@"
