import { constants } from "node:fs";
import { mkdir, open, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar";
import { readPart, type BackupLabel } from "./backup-label.ts";
import type { BackupStore } from "./backup-store.ts";
import type { ChosenBackup } from "./choose-backup.ts";
import { parseLsn, segmentFileName, segmentStart } from "./lsn.ts";
import { BrokenBackup, WalArchive } from "./wal-archive.ts";
import { chunksOfTimeline } from "./wal-chunk.ts";

/** Writes the data folder of the base backup, with the WAL that continues it, into `folder`, which must not exist. */
export async function unpackBackup(store: BackupStore, chosen: ChosenBackup, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await pipeline(
    Readable.from(readParts(store, chosen.label)),
    createGunzip(),
    extract({ cwd: folder, preserveOwner: false, strict: true }),
  ).catch((error: Error) => {
    throw error instanceof BrokenBackup ? error : new BrokenBackup(`El respaldo está dañado: ${error.message}`);
  });
  await writeWal(store, chosen, path.join(folder, "pg_wal"));
}

async function* readParts(store: BackupStore, label: BackupLabel): AsyncGenerator<Buffer> {
  for (const part of label.parts) yield await readPart(store.base, part);
}

/**
 * Writes the archived WAL as the segment files that PostgreSQL reads. The last one may be incomplete: recovery ends at
 * its first invalid record. The histories of all timelines are written, too: the restored server begins a timeline with
 * a number that none of them has.
 */
async function writeWal(store: BackupStore, { label, chunks, end }: ChosenBackup, folder: string): Promise<void> {
  const archive = new WalArchive(store.wal(label.systemId));
  for (const { timeline, text } of await archive.listHistories()) {
    const name = `${timeline.toString(16).toUpperCase().padStart(8, "0")}.history`;
    await writeFile(path.join(folder, name), text, { mode: 0o600 });
  }
  const { timeline, segmentBytes } = label;
  const baseStart = segmentStart(parseLsn(label.startLsn), segmentBytes);
  for (const chunk of chunksOfTimeline(chunks, timeline)) {
    if (chunk.start < baseStart || chunk.start >= end) continue;
    const chunkSegmentStart = segmentStart(chunk.start, segmentBytes);
    const bytes = await archive.read(chunk);
    const file = path.join(folder, segmentFileName(timeline, chunkSegmentStart, segmentBytes));
    await writeAt(file, bytes, { position: Number(chunk.start - chunkSegmentStart), size: segmentBytes });
  }
}

/** Writes bytes into a segment file. PostgreSQL refuses a shorter file, so the rest of the segment is zeros. */
async function writeAt(
  file: string,
  bytes: Buffer,
  { position, size }: { position: number; size: number },
): Promise<void> {
  const handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    await handle.truncate(size);
    await handle.write(bytes, 0, bytes.byteLength, position);
  } finally {
    await handle.close();
  }
}
