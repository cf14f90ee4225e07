#!/bin/bash
# What of the official PostgreSQL image's entry point the compose file relies on.
set -euo pipefail
programs=(/usr/lib/postgresql/*/bin)
PATH="${programs[0]}:$PATH"
data=/var/lib/postgresql/data

if [ ! -s "$data/PG_VERSION" ]; then
  initdb -D "$data" -U postgres --auth-local=trust --auth-host=scram-sha-256 --no-sync \
    --pwfile="$POSTGRES_PASSWORD_FILE" >/dev/null
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  pg_ctl -D "$data" -w -o "-c listen_addresses= " start >/dev/null
  for script in /docker-entrypoint-initdb.d/*.sh; do bash "$script"; done
  pg_ctl -D "$data" -w stop >/dev/null
fi
exec "$@" -D "$data" -c listen_addresses='*'
