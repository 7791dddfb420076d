import path from "node:path";
import { diskFiles } from "../adapters/files/disk-files.ts";
import type { Files } from "../adapters/files/files.ts";
import { s3Files } from "../adapters/files/s3-files.ts";
import { InvalidConfig, type Config } from "../config.ts";

/**
 * Where backups are stored: in folders of this machine or of a bucket, which may differ from the place of the
 * installation's files.
 */
export interface BackupStore {
  /** The place as text, for messages and for the table `backups`: a path, or "s3:bucket". */
  place: string;
  /** Base backups. Each has a label, a manifest, a list of files and the parts of a tar file. */
  base: Files;
  /** The WAL of one database server, by its system identifier. */
  wal(systemId: string): Files;
  /** Copies of the installation's own files. */
  pictures: Files;
  privateFiles: Files;
  /** How often new WAL is stored, in milliseconds. If the machine fails, WAL younger than this may be lost. */
  intervalMs: number;
}

const BUCKET_PLACE = /^s3(?::(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]))?$/;
/** A part of a tar file has 32 MB, and the connection may be slow. */
const PART_TIMEOUT_MS = 300_000;

/**
 * Opens the place of backups. `s3` is the folder `backups/` of the installation's bucket. `s3:name` is that folder of
 * another bucket, at the same endpoint and with the same access key. Any other place is a folder of this machine. Each
 * request to a bucket costs money, so new WAL is stored there less often.
 */
export function openBackupStore(config: Pick<Config, "s3">, place: string): BackupStore {
  const bucketMatch = BUCKET_PLACE.exec(place);
  if (!bucketMatch) {
    const folder = path.resolve(place);
    const open = (name: string): Files => diskFiles(path.join(folder, name));
    return { place: folder, ...openFolders(open), intervalMs: 1_000 };
  }
  if (!config.s3) throw new InvalidConfig("Para respaldar en un bucket define las variables S3_….");
  const s3 = { ...config.s3, bucket: bucketMatch.groups?.bucket ?? config.s3.bucket };
  if (s3.publicUrl !== null && s3.bucket === config.s3.bucket) {
    throw new InvalidConfig("Con S3_PUBLIC_URL el bucket es público: respalda en otro, s3:nombre.");
  }
  const open = (name: string): Files => s3Files(s3, `backups/${name}`, { timeoutMs: PART_TIMEOUT_MS });
  return { place: `s3:${s3.bucket}`, ...openFolders(open), intervalMs: 10_000 };
}

function openFolders(open: (name: string) => Files): Omit<BackupStore, "place" | "intervalMs"> {
  return {
    base: open("base"),
    wal: (systemId) => open(`wal-${systemId}`),
    pictures: open("pictures"),
    privateFiles: open("receipts"),
  };
}
