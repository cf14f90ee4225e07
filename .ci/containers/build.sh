#!/usr/bin/env bash
# Builds the images of the three services, and stand-ins for those that an image registry would give.
# usage: build.sh SCRATCH NODE_FOLDER (the folder that holds bin/node, of the version the images use)
set -euo pipefail
scratch=$1 node_folder=$2
here=$(dirname "$0")
# shellcheck source=engine.sh
. "$here/engine.sh"
install_engine
configure_engine
base=docker.io/library/node:24-bookworm-slim

postgres=$(find /usr/lib/postgresql -maxdepth 3 -name initdb | sort -V | tail -1 | xargs dirname)
version=$(basename "$(dirname "$postgres")")

echo 'base image'
"$here/base-image.sh" "$base" "$node_folder"
echo 'stand-ins for Caddy, HAProxy, Redis and PostgreSQL'
"$here/stand-in.sh" docker.io/library/caddy:2-alpine "$base" caddy /usr/bin/caddy '' \
  --env XDG_DATA_HOME=/data --env XDG_CONFIG_HOME=/config \
  --cmd '["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]'
"$here/stand-in.sh" docker.io/library/haproxy:3.2-alpine "$base" haproxy /usr/sbin/haproxy '' \
  --cmd '["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]'
"$here/stand-in.sh" docker.io/library/redis:8-bookworm "$base" redis '/usr/bin/redis-server /usr/bin/redis-cli' ''
"$here/stand-in.sh" docker.io/library/postgres:18-bookworm "$base" postgres \
  "$postgres/postgres $postgres/initdb $postgres/pg_ctl $postgres/psql $postgres/pg_isready" \
  "/usr/lib/postgresql/$version/lib /usr/share/postgresql/$version /usr/share/zoneinfo" \
  --env "PATH=$postgres:/usr/local/bin:/usr/bin:/bin" \
  --entrypoint '["/ci/postgres-entrypoint.sh"]' --cmd '["postgres"]'

# The stand-ins have the names of the official images and not their digests.
sed 's/@sha256:[0-9a-f]*//' docker/Dockerfile >"$scratch/Dockerfile"

build() {
  local app=$1 port=$2 health_port=$3 began=$SECONDS
  buildah bud --isolation chroot --layers --pull=never --format docker \
    --ignorefile docker/Dockerfile.dockerignore -f "$scratch/Dockerfile" \
    --build-arg APP="$app" --build-arg PORT="$port" --build-arg HEALTH_PORT="$health_port" \
    --build-arg VERSION="$(node -p "require('./apps/$app/package.json').version")" \
    --build-arg COMMIT="$(git rev-parse HEAD)" --build-arg CREATED="$(git log -1 --format=%cI)" \
    -t "localhost/triptych/$app:local" . >"$scratch/build.log" 2>&1 || {
    tail -40 "$scratch/build.log"
    return 1
  }
  echo "$app: $((SECONDS - began)) s, $(over_base "$app") MB over the base image"
}

# Megabytes that the layers of an image add to the base.
over_base() {
  local sizes
  sizes=$(for image in "localhost/triptych/$1:local" "$base"; do
    buildah inspect --type image --format '{{.FromImageID}}' "$image" |
      xargs podman image inspect --format '{{.Size}}'
  done)
  awk 'NR == 1 { all = $1 } NR == 2 { printf "%d\n", (all - $1) / 1e6 }' <<<"$sizes"
}

for row in 'embed-server 8081 2001' 'user-service 8080 2000' 'social-app 8082 2002'; do
  # shellcheck disable=SC2086
  build $row
  app=${row%% *}
  [ "$(over_base "$app")" -le 90 ] || { echo "$app weighs more than 90 MB"; exit 1; }
done
