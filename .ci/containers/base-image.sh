#!/usr/bin/env bash
# Makes an image under the name of Node's official one, from this machine's own Debian packages and a Node out of the
# npm registry: no image registry is asked. Enough to build and run our images; it has no package manager of its own.
# usage: base-image.sh NAME NODE_FOLDER (the folder that holds bin/node)
set -euo pipefail
name=$1 node_folder=$2
# shellcheck source=staged-image.sh
. "$(dirname "$0")/staged-image.sh"

seeds=(base-files bash ca-certificates coreutils dash debianutils findutils grep gzip libc-bin libc6 libgcc-s1 libstdc++6 sed tar)
mapfile -t packages < <(apt-cache depends --installed --recurse --no-recommends --no-suggests --no-conflicts \
  --no-breaks --no-replaces --no-enhances "${seeds[@]}" | grep -E '^[a-z0-9]' | sort -u)

mkdir -p "$stage"/{usr/{bin,sbin,lib,lib64},root,app,proc,sys,dev,run,var/tmp}
mkdir -m 1777 "$stage/tmp"
for folder in bin sbin lib lib64; do ln -s "usr/$folder" "$stage/$folder"; done
# Documentation aside, each package's files, as they lie here.
for package in "${packages[@]}"; do dpkg -L "$package" 2>/dev/null || true; done |
  grep -vE '^/(usr/share/(doc|man|info|locale|lintian)|\.$)' | sort -u |
  tar -C / -cf - --no-recursion --ignore-failed-read -T - 2>/dev/null |
  tar -C "$stage" -xf - --keep-directory-symlink
install -D "$node_folder/bin/node" "$stage/usr/local/bin/node"
mkdir -p "$stage/usr/local/lib/node_modules" "$stage/usr/local/etc" "$stage/etc/ssl/certs"
cp -rL "$(npm root -g)/npm" "$stage/usr/local/lib/node_modules/npm"
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$stage/usr/local/bin/npm"
ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$stage/usr/local/bin/npx"
# Where this machine reaches the registry through an authority of its own, so must a build.
cp -L /etc/ssl/certs/ca-certificates.crt "$stage/etc/ssl/certs/"
echo 'cafile=/etc/ssl/certs/ca-certificates.crt' >"$stage/usr/local/etc/npmrc"
printf '%s\n' 'root:x:0:0:root:/root:/bin/sh' 'nobody:x:65534:65534::/nonexistent:/usr/sbin/nologin' \
  'node:x:1000:1000::/home/node:/bin/sh' >"$stage/etc/passwd"
printf '%s\n' 'root:x:0:' 'nogroup:x:65534:' 'node:x:1000:' >"$stage/etc/group"
echo 'hosts: files dns' >"$stage/etc/nsswitch.conf"
ldconfig -r "$stage" 2>/dev/null

begin_image scratch
commit_image "$name" --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd '["node"]'
