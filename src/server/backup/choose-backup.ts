import { formatDateTime } from "../../domain/dates.ts";
import { listLabels, type BackupLabel } from "./backup-label.ts";
import type { BackupStore } from "./backup-store.ts";
import { parseLsn, type Lsn } from "./lsn.ts";
import { WalArchive, type WalReach } from "./wal-archive.ts";
import { contiguousEnd, type WalChunk } from "./wal-chunk.ts";

/** What a restore reads: one base backup and the WAL after it. */
export interface ChosenBackup {
  label: BackupLabel;
  /** All chunks of the base backup's timeline, also those before the backup and those after a gap. */
  chunks: WalChunk[];
  /** The position up to which the WAL after the base backup has no gap. */
  end: Lsn;
  /** The latest instant to which the shop can be restored from it. */
  until: Date;
  /** The newest order number in the base backup or the archive. */
  lastReference: number | null;
}

/** The requested restore is not possible, e.g. because no backup has the instant. The message, in Spanish, says why. */
export class RestoreNotPossible extends Error {
  override name = "RestoreNotPossible";
}

/**
 * The newest base backup that had ended at `target`, or the newest of all without a target, with the WAL after it.
 * Throws `RestoreNotPossible` or `BrokenBackup`.
 */
export async function chooseBackup(store: BackupStore, target: Date | null): Promise<ChosenBackup> {
  const labels = await listLabels(store.base);
  const [oldestLabel] = labels;
  if (!oldestLabel) throw new RestoreNotPossible(`En ${store.place} no hay ningún respaldo completo.`);
  const label = labels.findLast(({ finishedAt }) => target === null || finishedAt <= target);
  if (!label)
    throw new RestoreNotPossible(
      `El primer respaldo de ${store.place} es del ${formatInstant(oldestLabel.finishedAt)}.`,
    );
  const chosen = await findWalAfter(store, label);
  if (target !== null && target > chosen.until) {
    const gapNote = chosen.hasGap ? "Después faltan cambios: haz un respaldo nuevo cuanto antes." : "";
    throw new RestoreNotPossible(
      `El respaldo del ${formatInstant(label.finishedAt)} llega hasta el ${formatInstant(chosen.until)}. ${gapNote}`.trim(),
    );
  }
  return chosen;
}

/** Finds the WAL that continues one base backup, and the latest instant that both reach together. */
export async function findWalAfter(
  store: BackupStore,
  label: BackupLabel,
): Promise<ChosenBackup & { hasGap: boolean }> {
  const archive = new WalArchive(store.wal(label.systemId));
  // The reach is read before the chunks are listed, so that the list has every chunk up to the reach.
  const reach: WalReach | undefined = await archive.findReach(label.timeline);
  const chunks = (await archive.listChunks()).filter(({ timeline }) => timeline === label.timeline);
  const baseEnd = parseLsn(label.endLsn);
  const end = contiguousEnd(chunks, label.timeline, baseEnd);
  const hasWalUpToReach = reach !== undefined && reach.lsn <= end && reach.until > label.finishedAt;
  return {
    label,
    chunks,
    end,
    until: hasWalUpToReach ? reach.until : label.finishedAt,
    lastReference: highest(label.lastReference, reach?.lastReference ?? null),
    hasGap: reach !== undefined && reach.lsn > end,
  };
}

function highest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** Includes the seconds, because two backups may be of the same minute. */
function formatInstant(instant: Date): string {
  const seconds = String(instant.getUTCSeconds()).padStart(2, "0");
  return `${formatDateTime(instant)} (${seconds} s, hora de México)`;
}
