#!/bin/sh
# Run once by the image of PostgreSQL when it creates the database: the shop's user may read backups over the network.
echo "host replication $POSTGRES_USER all scram-sha-256" >> "$PGDATA/pg_hba.conf"
