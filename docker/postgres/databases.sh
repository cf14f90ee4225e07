#!/bin/bash
# Run once, by the image's entry point, on an empty data folder: a role and a database for each service.
# A role owns its database and may not even connect to another's.
set -euo pipefail
secrets=${SECRETS_DIR:-/run/secrets}

for service in user-service social-app; do
  name=${service//-/_}
  psql --no-psqlrc -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
    -v name="$name" -v password="$(cat "$secrets/$service-database-password")" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password' CONNECTION LIMIT 90;
CREATE DATABASE :"name" OWNER :"name" ENCODING 'UTF8' TEMPLATE template0;
REVOKE CONNECT, TEMPORARY ON DATABASE :"name" FROM PUBLIC;
SQL
done
psql --no-psqlrc -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  -c 'REVOKE CONNECT ON DATABASE postgres FROM PUBLIC' -c 'REVOKE CONNECT ON DATABASE template1 FROM PUBLIC'
