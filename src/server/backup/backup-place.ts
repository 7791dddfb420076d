import { sql, type RawBuilder } from "kysely";
import type { DatabaseConfig } from "../db/database-config.ts";
import type { App } from "../app.ts";
import { parseDatabaseUrl } from "../db/parse-database-url.ts";
import type { Queryable } from "../db/connect.ts";
import { openBackupStore } from "./backup-store.ts";
import type { BackupSource } from "./take-base-backup.ts";

/**
 * Where the installation's backups are stored: `BACKUP_TO`, or the place that the last `shop backup --to` without
 * `--once` has stored. Null without either: then no backups are taken.
 */
export async function findBackupPlace({ config, db }: Pick<App, "config" | "db">): Promise<string | null> {
  if (config.backupTo !== null) return config.backupTo;
  const archive = await db.selectFrom("wal_archive").select("place").executeTakeFirst();
  return archive?.place ?? null;
}

/**
 * SQL: whether a row of `backups` is of the installation's place, under the name that was configured or the one that
 * its store has. A backup to another place does not replace one to this place. Without a place all rows count.
 */
export function isAtPlace({ config }: Pick<App, "config">, place: string | null): RawBuilder<boolean> {
  return place === null ? sql`true` : sql`backups.place = ANY (${[place, storeNameOf(config, place)]}::text[])`;
}

/** The store's name of a place. The place itself if its configuration does not allow to open it. */
function storeNameOf(config: App["config"], place: string): string {
  try {
    return openBackupStore(config, place).place;
  } catch {
    return place;
  }
}

/**
 * Stores the place to which the running installation archives its WAL from now on. If the place is new, the state of
 * the archive is cleared: its reach, its failure and its gap.
 */
export async function saveBackupPlace(db: Queryable, place: string): Promise<void> {
  await db
    .updateTable("wal_archive")
    .set({ place, archived_until: null, failure: null, failing_since: null, needs_base_backup: false })
    .where("place", "is distinct from", place)
    .execute();
}

export function backupSourceOf(app: Pick<App, "config" | "databaseConfig" | "files" | "privateFiles">): BackupSource {
  return {
    databaseConfig: app.databaseConfig,
    replicationConfig: replicationConfigOf(app),
    isEmbedded: app.config.databaseUrl === null,
    pictures: app.files,
    privateFiles: app.privateFiles,
  };
}

export function replicationConfigOf({
  config,
  databaseConfig,
}: Pick<App, "config" | "databaseConfig">): DatabaseConfig {
  return config.backupDatabaseUrl === null ? databaseConfig : parseDatabaseUrl(config.backupDatabaseUrl);
}
