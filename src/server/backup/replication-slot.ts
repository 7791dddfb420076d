import { createHash } from "node:crypto";
import type pg from "pg";
import type { DatabaseConfig } from "../db/database-config.ts";
import { parseLsn, type Lsn } from "./lsn.ts";
import { ReplicationClient } from "./replication-client.ts";

/** A replication slot: the server keeps its WAL until it is archived. */
interface Slot {
  name: string;
  /** Where the kept WAL begins. Undefined if there is no slot, or the server invalidated it. */
  keptFrom?: Lsn;
  exists: boolean;
}

/**
 * Creates the slot if it is missing, or if the server invalidated it because the slot kept too much WAL
 * (`max_slot_wal_keep_size`). Each database has its own slot, because one PostgreSQL server may have the databases of
 * several installations.
 */
export async function ensureSlot(
  client: pg.Client,
  databaseConfig: DatabaseConfig,
): Promise<{ name: string; keptFrom: Lsn }> {
  const slot = await findSlot(client);
  if (slot.keptFrom !== undefined) return { name: slot.name, keptFrom: slot.keptFrom };
  if (slot.exists) await dropSlot(client, databaseConfig);
  await runReplicationCommand(databaseConfig, `CREATE_REPLICATION_SLOT "${slot.name}" PHYSICAL (RESERVE_WAL)`);
  const { keptFrom } = await findSlot(client);
  if (keptFrom === undefined) throw new Error(`The replication slot ${slot.name} keeps no WAL`);
  return { name: slot.name, keptFrom };
}

/** Drops the slot if it exists. The server can then remove the WAL that it kept for the slot. */
export async function dropSlot(client: pg.Client, databaseConfig: DatabaseConfig): Promise<void> {
  const { name, exists } = await findSlot(client);
  if (exists) await runReplicationCommand(databaseConfig, `DROP_REPLICATION_SLOT "${name}"`);
}

async function findSlot(client: pg.Client): Promise<Slot> {
  const { rows: databases } = await client.query<{ name: string }>("SELECT current_database() AS name");
  const name = `escaparate_${createHash("sha256").update(databases[0]!.name).digest("hex").slice(0, 12)}`;
  const { rows } = await client.query<{ restart_lsn: string | null; wal_status: string | null }>(
    "SELECT restart_lsn::text, wal_status FROM pg_replication_slots WHERE slot_name = $1",
    [name],
  );
  const [row] = rows;
  const keepsWal = row?.restart_lsn && row.wal_status !== "lost";
  return { name, exists: row !== undefined, ...(keepsWal && { keptFrom: parseLsn(row.restart_lsn!) }) };
}

async function runReplicationCommand(databaseConfig: DatabaseConfig, text: string): Promise<void> {
  const client = await ReplicationClient.open(databaseConfig);
  try {
    await client.command(text);
  } finally {
    await client.end();
  }
}
