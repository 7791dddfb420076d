import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import type { DatabaseConfig } from "../db/database-config.ts";
import type { Files } from "../adapters/files/files.ts";
import {
  fileListName,
  formatFileList,
  hashOf,
  labelName,
  listLabels,
  manifestName,
  newBackupId,
  partName,
  readFileList,
  type BackupLabel,
  type BackupPart,
  type FileList,
} from "./backup-label.ts";
import type { BackupStore } from "./backup-store.ts";
import { copyAndHashFiles } from "./copy-files.ts";
import { formatLsn } from "./lsn.ts";
import { readServerFacts, withClient } from "./server-facts.ts";
import { streamBaseBackup } from "./stream-base-backup.ts";

const compress = promisify(gzip);

/** A part is stored once it has this size. It is held in memory and sent to a bucket in one request. */
const PART_BYTES = 32 * 1024 * 1024;

export interface BackupSource {
  /** The installation's database. */
  databaseConfig: DatabaseConfig;
  /** The same server for the replication protocol, which a connection pooler does not pass on. */
  replicationConfig: DatabaseConfig;
  isEmbedded: boolean;
  /** The installation's own files. */
  pictures: Files;
  privateFiles: Files;
}

/**
 * Takes one base backup: first the database, then the files. A file is stored before the row that names it, so the
 * backup has every file that its rows name, except files that are removed between the two copies. After a restore
 * `compareReceipts` marks the receipts of transfers among them. The label is stored last.
 */
export async function takeBaseBackup(source: BackupSource, store: BackupStore): Promise<BackupLabel> {
  const factsBefore = await withClient(source.databaseConfig, readServerFacts);
  const id = newBackupId(factsBefore.now);
  const { tar, finished } = streamBaseBackup(source.replicationConfig, `escaparate ${id}`);
  let archiveBytes = 0;
  tar.on("data", (bytes: Buffer) => (archiveBytes += bytes.byteLength));
  const [parts, result] = await Promise.all([putParts(store.base, id, tar), finished]);
  const manifest = await putPart(store.base, manifestName(id), await compress(result.manifest));
  const factsAfter = await withClient(source.databaseConfig, readServerFacts);
  const files = await backUpInstallationFiles(source, store);
  const label: BackupLabel = {
    format: 1,
    id,
    startedAt: factsBefore.now,
    finishedAt: factsAfter.now,
    systemId: factsBefore.systemId,
    postgresVersion: factsBefore.version,
    isEmbedded: source.isEmbedded,
    database: factsBefore.database,
    timeline: result.timeline,
    startLsn: formatLsn(result.startLsn),
    endLsn: formatLsn(result.endLsn),
    segmentBytes: factsBefore.segmentBytes,
    parts,
    archiveBytes,
    manifest,
    files: await putPart(store.base, fileListName(id), await compress(formatFileList(files))),
    fileCount: files.pictures.length + files.privateFiles.length,
    lastReference: factsAfter.lastReference,
    migration: factsAfter.migration,
  };
  await store.base.put(labelName(id), Buffer.from(JSON.stringify(label, null, 1)), "application/json");
  return label;
}

async function putParts(base: Files, id: string, tar: Readable): Promise<BackupPart[]> {
  const compressedTar = tar.pipe(createGzip({ level: 1 }));
  tar.once("error", (error) => compressedTar.destroy(error));
  const parts: BackupPart[] = [];
  let buffers: Buffer[] = [];
  let bytes = 0;
  const storePart = async (): Promise<void> => {
    parts.push(await putPart(base, partName(id, parts.length + 1), Buffer.concat(buffers)));
    buffers = [];
    bytes = 0;
  };
  try {
    for await (const buffer of compressedTar as AsyncIterable<Buffer>) {
      buffers.push(buffer);
      bytes += buffer.byteLength;
      if (bytes >= PART_BYTES) await storePart();
    }
  } catch (error) {
    tar.destroy();
    throw error;
  }
  if (bytes > 0) await storePart();
  return parts;
}

async function putPart(base: Files, name: string, bytes: Buffer): Promise<BackupPart> {
  await base.put(name, bytes, "application/gzip");
  return { name, bytes: bytes.byteLength, sha256: hashOf(bytes) };
}

async function backUpInstallationFiles(source: BackupSource, store: BackupStore): Promise<FileList> {
  const knownFiles = await readKnownFiles(store);
  return {
    pictures: await copyAndHashFiles(source.pictures, store.pictures, new Map(knownFiles.pictures)),
    privateFiles: await copyAndHashFiles(source.privateFiles, store.privateFiles, new Map(knownFiles.privateFiles)),
  };
}

/**
 * The file list of the previous backup. Empty if there is none or it is damaged: then all copies are read and hashed
 * again.
 */
async function readKnownFiles({ base }: BackupStore): Promise<FileList> {
  const emptyList: FileList = { pictures: [], privateFiles: [] };
  const newestLabel = (await listLabels(base, { skipsBroken: true })).at(-1);
  return newestLabel ? readFileList(base, newestLabel).catch(() => emptyList) : emptyList;
}
