#!/usr/bin/env bash
# Makes an image under the name of Node's official one, from this machine's own Debian packages and a Node out of the
# npm registry: no image registry is asked. Enough to build and run our images; it has no package manager of its own.
# usage: base-image.sh NAME NODE_FOLDER (the folder that holds bin/node)
set -euo pipefail
name=$1 node_folder=$2
root=$(mktemp -d)
container=
finish() {
  [ -z "$container" ] || buildah rm "$container" >/dev/null
  rm -rf "$root"
}
trap finish EXIT

seeds=(base-files bash ca-certificates coreutils dash debianutils findutils grep gzip libc-bin libc6 libgcc-s1 libstdc++6 sed tar)
mapfile -t packages < <(apt-cache depends --installed --recurse --no-recommends --no-suggests --no-conflicts \
  --no-breaks --no-replaces --no-enhances "${seeds[@]}" | grep -E '^[a-z0-9]' | sort -u)

mkdir -p "$root"/{usr/{bin,sbin,lib,lib64},root,app,proc,sys,dev,run,var/tmp}
mkdir -m 1777 "$root/tmp"
for folder in bin sbin lib lib64; do ln -s "usr/$folder" "$root/$folder"; done
# Documentation aside, each package's files, as they lie here.
for package in "${packages[@]}"; do dpkg -L "$package" 2>/dev/null || true; done |
  grep -vE '^/(usr/share/(doc|man|info|locale|lintian)|\.$)' | sort -u |
  tar -C / -cf - --no-recursion --ignore-failed-read -T - 2>/dev/null |
  tar -C "$root" -xf - --keep-directory-symlink
install -D "$node_folder/bin/node" "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/lib/node_modules" "$root/usr/local/etc" "$root/etc/ssl/certs"
cp -rL "$(npm root -g)/npm" "$root/usr/local/lib/node_modules/npm"
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
# Where this machine reaches the registry through an authority of its own, so must a build.
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
echo 'cafile=/etc/ssl/certs/ca-certificates.crt' >"$root/usr/local/etc/npmrc"
printf '%s\n' 'root:x:0:0:root:/root:/bin/sh' 'nobody:x:65534:65534::/nonexistent:/usr/sbin/nologin' \
  'node:x:1000:1000::/home/node:/bin/sh' >"$root/etc/passwd"
printf '%s\n' 'root:x:0:' 'nogroup:x:65534:' 'node:x:1000:' >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
ldconfig -r "$root" 2>/dev/null

container=$(buildah --log-level error from scratch)
buildah add -q "$container" "$root" / >/dev/null
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd '["node"]' "$container"
buildah commit -q "$container" "$name" >/dev/null
