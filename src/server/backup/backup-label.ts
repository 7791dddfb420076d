import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Files } from "../adapters/files/files.ts";
import { BrokenBackup } from "./wal-archive.ts";

const decompress = promisify(gunzip);

const Part = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() });

const Label = z.object({
  format: z.literal(1),
  /** When the backup began, in UTC: "20261123t034500123z". */
  id: z.string().regex(/^\d{8}t\d{9}z$/),
  startedAt: z.coerce.date(),
  /** When the backup ended, by the database's clock: the earliest instant to which the shop can be restored from it. */
  finishedAt: z.coerce.date(),
  /** The database server's identifier. A backup and WAL belong together only if both have the same one. */
  systemId: z.string().regex(/^\d{1,20}$/),
  /** "18.4": a restored data folder needs the same major version. */
  postgresVersion: z.string(),
  /** Whether the backup is of the embedded server, which comes from npm and which the process starts itself. */
  isEmbedded: z.boolean(),
  database: z.string(),
  timeline: z.int(),
  startLsn: z.string(),
  endLsn: z.string(),
  segmentBytes: z.int().positive(),
  /** The tar file of the data folder, compressed and cut into files. */
  parts: z.array(Part),
  /** The length of that tar file before compression, in bytes. */
  archiveBytes: z.int(),
  manifest: Part,
  /** The list of the stored pictures and private files. */
  files: Part,
  fileCount: z.int(),
  /** The newest order number at the end. Null without orders. */
  lastReference: z.int().nullable(),
  /** The newest migration. Null for a database that was never migrated. */
  migration: z.string().nullable(),
});

/** Describes one base backup and lists its parts. The label is stored last: a backup without one is incomplete. */
export type BackupLabel = z.output<typeof Label>;
export type BackupPart = z.output<typeof Part>;

const NamesAndHashes = z.array(z.tuple([z.string(), z.string()]));
/** In the stored list the key of the private files is `receipts`, the name of their folder. */
const FileList = z
  .object({ pictures: NamesAndHashes, receipts: NamesAndHashes })
  .transform(({ pictures, receipts }) => ({ pictures, privateFiles: receipts }));

/** The names of the stored pictures and private files, each with the SHA-256 of its bytes. */
export type FileList = z.output<typeof FileList>;

export function newBackupId(now: Date): string {
  return now.toISOString().replaceAll(/[-:.]/g, "").toLowerCase();
}

export const labelName = (id: string): string => `base-${id}.json`;
export const manifestName = (id: string): string => `base-${id}.manifest.gz`;
export const fileListName = (id: string): string => `base-${id}.files.gz`;
export const partName = (id: string, number: number): string => `base-${id}.${String(number).padStart(5, "0")}.tar.gz`;

/** The id of the backup to which a file of the store belongs. Undefined if the file is not part of a backup. */
export function backupIdOf(name: string): string | undefined {
  return /^base-(\d{8}t\d{9}z)\./.exec(name)?.[1];
}

/**
 * All base backups, oldest first. Throws `BrokenBackup` for a label that cannot be read. With `skipsBroken` such labels
 * are omitted, because an old damaged backup must not prevent new ones.
 */
export async function listLabels(base: Files, { skipsBroken = false } = {}): Promise<BackupLabel[]> {
  const labels: BackupLabel[] = [];
  for await (const { name } of base.list()) {
    const id = backupIdOf(name);
    if (id === undefined || name !== labelName(id)) continue;
    const label = await readLabel(base, name).catch((error: Error) => {
      if (skipsBroken && error instanceof BrokenBackup) return undefined;
      throw error;
    });
    if (label) labels.push(label);
  }
  return labels.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

async function readLabel(base: Files, name: string): Promise<BackupLabel | undefined> {
  const labelBytes = await base.read(name);
  if (!labelBytes) return undefined;
  try {
    return Label.parse(JSON.parse(labelBytes.toString("utf8")));
  } catch {
    throw new BrokenBackup(`${name} está dañado.`);
  }
}

/** Reads a part and compares it with its checksum. Throws `BrokenBackup` if it is missing or damaged. */
export async function readPart(base: Files, { name, bytes, sha256 }: BackupPart): Promise<Buffer> {
  const partBytes = await base.read(name);
  if (!partBytes) throw new BrokenBackup(`Falta ${name}.`);
  if (partBytes.byteLength !== bytes || hashOf(partBytes) !== sha256) throw new BrokenBackup(`${name} está dañado.`);
  return partBytes;
}

export function formatFileList({ pictures, privateFiles }: FileList): string {
  const storedList: z.input<typeof FileList> = { pictures, receipts: privateFiles };
  return JSON.stringify(storedList);
}

export async function readFileList(base: Files, label: BackupLabel): Promise<FileList> {
  return FileList.parse(JSON.parse((await decompress(await readPart(base, label.files))).toString("utf8")));
}

export function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
