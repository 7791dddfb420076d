import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PoolConfig } from "pg";
import { runAudit, type AuditResult } from "../audit/run-audit.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";
import { openDb, openPoolWithoutTimeouts } from "../db/connect.ts";
import { embeddedVersion } from "../db/embedded-postgres.ts";
import { tidyAddressHoldings } from "../holding/tidy-address-holdings.ts";
import type { BackupStore } from "./backup-store.ts";
import type { ChosenBackup } from "./choose-backup.ts";
import { startRestored } from "./restore-cluster.ts";

/**
 * Restores a backup into a server of its own in a temporary folder and audits it there. Null if the backup is of another
 * server than the embedded one, or of another version: its programs are not here. Throws if it cannot be restored.
 */
export async function tryRestore(
  store: BackupStore,
  chosen: ChosenBackup,
  warn: (message: string) => void,
): Promise<AuditResult[] | null> {
  const { label } = chosen;
  if (!label.isEmbedded || !(await hasProgramsFor(label.postgresVersion))) return null;
  const folder = await mkdtemp(path.join(tmpdir(), "escaparate-verify-"));
  try {
    const mark = { id: "verify", until: chosen.until, backupId: label.id, lastReference: chosen.lastReference };
    // Nothing here must survive a crash of the machine.
    const settings = { fsync: "off", full_page_writes: "off", shared_buffers: "32MB" };
    const cluster = await startRestored(folder, { store, chosen, target: null, mark, warn }, settings);
    try {
      return await auditRestored({ ...cluster.address, database: label.database });
    } finally {
      await cluster.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether this machine can start a data folder of this version, e.g. "18.4". */
export async function hasProgramsFor(version: string): Promise<boolean> {
  const ours = await embeddedVersion();
  return ours !== null && Number.parseInt(ours, 10) === Number.parseInt(version, 10);
}

/** What has expired since the backup is released first, as the shop does all the time. */
async function auditRestored(address: PoolConfig): Promise<AuditResult[]> {
  await releaseExpired(address);
  return runAudit(address);
}

export async function releaseExpired(address: PoolConfig): Promise<void> {
  const db = openDb(openPoolWithoutTimeouts(address));
  try {
    while ((await releaseExpiredCarts(db)) > 0);
    await tidyAddressHoldings(db);
  } finally {
    await db.destroy();
  }
}
