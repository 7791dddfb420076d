#!/bin/sh
# PostgreSQL's image runs this once, when it creates the database. The shop's user can then back up over the network.
echo "host replication $POSTGRES_USER all scram-sha-256" >> "$PGDATA/pg_hba.conf"
