#!/usr/bin/env bash
# Runs docker/compose.yaml with the images that build.sh made, looks at it from inside and outside, and stops it.
# Everything happens in a network namespace of its own, which disappears with it: unshare --net deploy.sh SCRATCH
set -euo pipefail
scratch=$1
repository=$PWD
here=$repository/.ci/containers
# shellcheck source=engine.sh
. "$here/engine.sh"
configure_engine
ip link set lo up

folder=$scratch/triptych
finish() {
  local status=$?
  trap - EXIT INT TERM
  if [ "$status" -ne 0 ]; then
    for name in $(podman ps -a --format '{{.Names}}' 2>/dev/null); do
      echo "--- $name"
      podman logs --tail 15 "$name" 2>&1 | cut -c1-400
    done
  fi
  podman rm --all --force --time 0 >/dev/null 2>&1
  podman volume prune --force >/dev/null 2>&1
  podman network prune --force >/dev/null 2>&1
  exit "$status"
}
trap finish EXIT INT TERM

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# Tries until it succeeds, a minute at most.
until_true() {
  local deadline=$((SECONDS + 60))
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$deadline" ] || fail "in vain: $*"
    sleep 0.3
  done
}

# Its chatter about containers that it looked for in vain would look like errors.
compose() {
  podman-compose --project-name triptych -f compose.yaml -f "$here/compose.override.yaml" "$@" \
    >"$scratch/compose.log" 2>&1 || {
    cat "$scratch/compose.log"
    return 1
  }
}

prepare() {
  mkdir -p "$folder"
  cp -r docker/. "$folder"
  cd "$folder"
  # The stand-ins have the names of the official images and not their digests.
  sed -i 's/@sha256:[0-9a-f]*//' compose.yaml
  cp .env.example .env
  printf '%s\n' OIDC_ISSUER=http://identity-provider:8090 OIDC_CLIENT_ID=triptych >>.env
  ./make-secrets.sh
  printf 'a-secret-of-this-run' >secrets/oidc-client-secret
  export CI_FOLDER=$here REPOSITORY=$repository
}

start() {
  compose up -d --no-build postgres redis identity-provider
  until_true podman healthcheck run triptych_postgres_1
  until_true podman healthcheck run triptych_redis_1
  compose up -d --no-build
  # All have joined their networks.
  keep_bridges
  for migration in user-service social-app; do
    [ "$(podman wait "triptych_$migration-migration_1")" = 0 ] || fail "migration of $migration"
  done
  for container in "${apps[@]}"; do until_true podman healthcheck run "$container"; done
  until_true names_answer
  until_true provider_answers
}

# A bridge takes the lowest hardware address of its ports, so a container that joins may change it. Whoever has asked
# for a name there before goes on asking the old address, in vain, for as long as it remembers it: 45 s were seen. An
# address that was set stays.
keep_bridges() {
  local bridge container networks
  mapfile -t networks < <(podman network ls --quiet --filter name=triptych_)
  for bridge in $(podman network inspect --format '{{.NetworkInterface}}' "${networks[@]}"); do
    ip link set dev "$bridge" address "$(ip link show dev "$bridge" | grep -oP 'link/ether \K\S+')"
  done
  for container in $(podman ps --quiet); do
    # A migration may be done by now. Whether names are found at last is looked at below.
    nsenter --net="/proc/$(pid_of "$container")/ns/net" ip neigh flush all || true
  done
}

pid_of() {
  podman inspect --format '{{.State.Pid}}' "$1"
}

# The address of a container in one of the networks.
address_in() {
  podman inspect --format "{{(index .NetworkSettings.Networks \"triptych_$2\").IPAddress}}" "$1"
}

names_answer() {
  local container service networks gateways
  mapfile -t networks < <(podman network ls --quiet --filter name=triptych_)
  mapfile -t gateways < <(podman network inspect --format '{{(index .Subnets 0).Gateway}}' "${networks[@]}")
  for container in "${apps[@]}"; do
    service=${container#triptych_}
    podman exec --interactive "$container" node - "${service%_*}" "${gateways[@]}" <"$here/name-servers.cjs" || return 1
  done
}

# The service starts without its provider, but nobody can sign in.
provider_answers() {
  podman exec triptych_social-app_1 node -e '
    fetch("http://identity-provider:8090/.well-known/openid-configuration", { signal: AbortSignal.timeout(5000) })
      .then(({ ok }) => process.exit(ok ? 0 : 1))'
}

# What the process of a container is allowed to do, as the kernel tells it.
confined() {
  local container=$1 status
  status=/proc/$(podman inspect --format '{{.State.Pid}}' "$container")/status
  grep -qP '^Uid:\t1000\t1000' "$status" || fail "$container runs as another user"
  grep -qP '^CapBnd:\t0+$' "$status" || fail "$container has capabilities"
  grep -qP '^NoNewPrivs:\t1' "$status" || fail "$container may gain privileges"
  ! podman exec "$container" touch /app/written 2>/dev/null || fail "$container writes to its image"
  [ "$(podman inspect --format '{{.HostConfig.Memory}}' "$container")" -gt 0 ] || fail "$container has no limit"
}

# The label, the health report and the bill of materials say what was built.
accounted_for() {
  local revision
  revision=$(podman inspect --format '{{index .Config.Labels "org.opencontainers.image.revision"}}' "$1")
  [ "$revision" = "$(git -C "$repository" rev-parse HEAD)" ] || fail "$1 says it is $revision"
  podman exec "$1" node -e '
    const { components } = JSON.parse(require("node:fs").readFileSync("/app/sbom.cdx.json"));
    fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/-/health`)
      .then((answer) => answer.json())
      .then(({ commit }) => process.exit(commit === process.argv[1] && components.length > 50 ? 0 : 1))' \
    "$revision" || fail "health report or bill of materials of $1"
}

# A visitor beside the gateway: sees the published names, and the replicas of social-app to tell them apart.
visit() {
  local gateway
  gateway=$(address_in triptych_gateway_1 gateway)
  for name in embed users social other; do echo "$gateway $name.localhost"; done |
    podman exec --interactive "$visitor" tee -a /etc/hosts >/dev/null
  until_true podman cp triptych_gateway_1:/data/caddy/pki/authorities/local/root.crt "$scratch/root.crt"
  chmod 644 "$scratch/root.crt"
  podman cp "$scratch/root.crt" "$visitor:/root.crt"
  podman exec --env NODE_EXTRA_CA_CERTS=/root.crt "$visitor" node /repo/.ci/containers/visit.mjs \
    2>"$scratch/visit.err" || {
    cat "$scratch/visit.err"
    fail 'the visit'
  }
}

stop() {
  local container code
  podman stop --time 30 "${apps[@]}" >/dev/null 2>&1
  for container in "${apps[@]}"; do
    code=$(podman inspect --format '{{.State.ExitCode}}' "$container")
    [ "$code" = 0 ] || fail "$container stopped with $code"
  done
}

# The kernel drops signals that process 1 does not handle, so main.js has to handle a stop before the service is loaded.
stops_while_loading() {
  local loading='import { writeFileSync } from "node:fs";
    writeFileSync("/tmp/loading", "");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
    setInterval(() => {}, 1000);'
  printf '%s' "$loading" >"$scratch/loading.js"
  chmod 644 "$scratch/loading.js"
  podman run --detach --name early --network none \
    --volume "$scratch/loading.js:/app/apps/embed-server/dist/service.js:ro" localhost/triptych/embed-server:local >/dev/null
  until_true podman exec early test -e /tmp/loading
  podman stop --time 20 early >/dev/null 2>&1
  [ "$(podman inspect --format '{{.State.ExitCode}}' early)" = 0 ] || fail 'a stop while the service is loaded'
}

visitor=triptych_visitor_1
services=(embed-server user-service social-app)
apps=()
for service in "${services[@]}"; do apps+=("triptych_${service}_1" "triptych_${service}_2"); done
prepare
start
echo "up after $SECONDS s"
for container in "${apps[@]}"; do
  confined "$container"
  accounted_for "$container"
done
echo 'each runs as 1000 with no capability, on a read-only file system'
visit
stop
stops_while_loading
echo "all stopped with 0, after $SECONDS s"
