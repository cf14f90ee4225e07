#!/usr/bin/env bash
# Makes the secrets that compose.yaml mounts, as files in secrets/ (or the folder given). Keeps what is there already;
# those of other parties (client secrets, tokens) begin empty, which counts as absent: write them in yourself.
set -euo pipefail
folder=${1:-$(dirname "$0")/secrets}
# The files themselves must be readable by the containers' users; the folder keeps everyone else away.
mkdir -p "$folder"
chmod 700 "$folder"
umask 022

keep() {
  [ -e "$folder/$1" ] || printf '%s' "$2" >"$folder/$1"
}
random() {
  od -An -N32 -tx1 /dev/urandom | tr -d ' \n'
}

keep postgres-password "$(random)"
for service in user-service social-app; do
  keep "$service-database-password" "$(random)"
  name=${service//-/_}
  keep "$service-database-url" "postgres://$name:$(cat "$folder/$service-database-password")@postgres:5432/$name"
done
keep session-secret "$(random)"
redis_password=$(random)
keep redis-config "bind 0.0.0.0
protected-mode yes
requirepass $redis_password
save \"\"
maxmemory 256mb
maxmemory-policy allkeys-lru
"
keep redis-url "redis://:$(sed -n 's/^requirepass //p' "$folder/redis-config")@redis:6379"
for name in user-service-api-keys user-service-webhook-keys user-service-smtp-url \
  twitter-bearer-token oidc-client-secret google-client-secret github-client-secret; do
  keep "$name" ''
done
echo "secrets in $folder"
