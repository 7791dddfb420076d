import { PassThrough, type Readable } from "node:stream";
import type { DatabaseConfig } from "../db/database-config.ts";
import { parseLsn, type Lsn } from "./lsn.ts";
import { ReplicationClient, type CopyConnection, type Row } from "./replication-client.ts";

/** A base backup while it is read from the server. */
export interface BaseBackupStream {
  /** The data folder with the WAL of the backup's duration, as a tar file. */
  tar: Readable;
  /** Resolves once the server has sent the whole backup. Rejects if the server aborts it. */
  finished: Promise<BaseBackupResult>;
}

interface BaseBackupResult {
  /** The backup contains the WAL from `startLsn` to `endLsn`. */
  startLsn: Lsn;
  endLsn: Lsn;
  timeline: number;
  /** The server's own list of files with sizes and SHA-256 checksums (manual, "Backup Manifest Format"). */
  manifest: Buffer;
}

/** A tablespace is outside the data folder. One tar file cannot contain it. */
export class HasTablespaces extends Error {
  override name = "HasTablespaces";
}

/**
 * Reads a base backup of the whole server over the replication protocol. It works for the embedded server and for any
 * other, and needs no PostgreSQL programs on this machine. The options are those of PostgreSQL 15 and later. The server
 * writes `serverLabel` into its own file `backup_label`.
 */
export function streamBaseBackup(databaseConfig: DatabaseConfig, serverLabel: string): BaseBackupStream {
  const tar = new PassThrough({ highWaterMark: 4 * 1024 * 1024 });
  const finished = readBaseBackup(databaseConfig, serverLabel, tar);
  finished.catch((error: Error) => tar.destroy(error));
  return { tar, finished };
}

async function readBaseBackup(
  databaseConfig: DatabaseConfig,
  serverLabel: string,
  tar: PassThrough,
): Promise<BaseBackupResult> {
  const client = await ReplicationClient.open(databaseConfig);
  const reader = new BaseBackupReader(tar);
  tar.once("close", () => client.destroy());
  try {
    const rows = await client.command(
      `BASE_BACKUP (LABEL '${serverLabel}', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
      (bytes, connection) => reader.add(bytes, connection),
    );
    tar.end();
    return { ...readPositions(rows), manifest: Buffer.concat(reader.manifestBuffers) };
  } finally {
    await client.end();
  }
}

/**
 * The first row has the position and timeline at the start, the last one those at the end. Between them is one row for
 * each tablespace.
 */
function readPositions(rows: readonly Row[]): Omit<BaseBackupResult, "manifest"> {
  const [start, end] = [rows.at(0), rows.at(-1)];
  return { startLsn: parseLsn(start![0]!), endLsn: parseLsn(end![0]!), timeline: Number(end![1]) };
}

const NEW_TAR = "n".charCodeAt(0);
const MANIFEST = "m".charCodeAt(0);
const DATA = "d".charCodeAt(0);

/** Separates the tar file from the manifest. The first byte of each message names its kind. */
class BaseBackupReader {
  readonly manifestBuffers: Buffer[] = [];
  private isInManifest = false;
  private isPaused = false;
  private readonly tar: PassThrough;

  constructor(tar: PassThrough) {
    this.tar = tar;
  }

  add(message: Buffer, connection: CopyConnection): void {
    const kind = message[0];
    if (kind === MANIFEST) this.isInManifest = true;
    if (kind === NEW_TAR && !message.subarray(1).toString("utf8").startsWith("base.tar\0")) {
      throw new HasTablespaces("El servidor de PostgreSQL tiene tablespaces: este respaldo no los incluye.");
    }
    if (kind !== DATA) return;
    // The connection reuses its buffer.
    const bytes = Buffer.from(message.subarray(1));
    if (this.isInManifest) this.manifestBuffers.push(bytes);
    else if (!this.tar.write(bytes) && !this.isPaused) {
      this.isPaused = true;
      connection.stream.pause();
      this.tar.once("drain", () => {
        this.isPaused = false;
        connection.stream.resume();
      });
    }
  }
}
