#!/bin/sh
# The image of PostgreSQL runs this once, when it creates the database: the role of the servers, which reads and writes the
# rows of later tables and can't change the schema.
set -eu
psql --quiet --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/server-password)" \
  --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
CREATE ROLE keywright_server LOGIN PASSWORD :'password';
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO keywright_server;
SQL
