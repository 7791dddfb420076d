import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, gunzipSync } from "node:zlib";
import { Parser, type ReadEntry } from "tar";
import { z } from "zod";
import type { Files } from "../adapters/files/files.ts";
import { hashOf, listLabels, readFileList, readPart, type BackupLabel } from "./backup-label.ts";
import type { BackupStore } from "./backup-store.ts";
import { RestoreNotPossible, findWalAfter, type ChosenBackup } from "./choose-backup.ts";
import { BrokenBackup, WalArchive } from "./wal-archive.ts";

const Checksum = z.string();
/**
 * PostgreSQL's manifest. Its last field is the checksum of all bytes before that line. A path that is not UTF-8 is
 * written in hexadecimal.
 */
const Manifest = z.object({
  Files: z.array(z.union([z.object({ Path: z.string(), Checksum }), z.object({ "Encoded-Path": z.hex(), Checksum })])),
  "Manifest-Checksum": z.string(),
});

export interface VerifiedBackup {
  chosen: ChosenBackup;
  databaseFileCount: number;
  installationFileCount: number;
  walChunkCount: number;
}

/**
 * Reads the newest backup completely. Compares each part and each copied file with its checksum and each file of the
 * database with the server's own manifest, and checks that the WAL has no gap. Throws `RestoreNotPossible` if there is
 * no backup, or `BrokenBackup`.
 */
export async function verifyBackup(store: BackupStore): Promise<VerifiedBackup> {
  const label = (await listLabels(store.base)).at(-1);
  if (!label) throw new RestoreNotPossible(`En ${store.place} no hay ningún respaldo completo.`);
  const databaseFileCount = await verifyBaseBackup(store.base, label);
  const chosen = await findWalAfter(store, label);
  if (chosen.hasGap) throw new BrokenBackup("Faltan cambios después del respaldo: haz uno nuevo.");
  const walArchive = new WalArchive(store.wal(label.systemId));
  for (const chunk of chosen.chunks) await walArchive.read(chunk);
  const list = await readFileList(store.base, label);
  await verifyFiles(store.pictures, list.pictures);
  await verifyFiles(store.privateFiles, list.privateFiles);
  return { chosen, databaseFileCount, installationFileCount: label.fileCount, walChunkCount: chosen.chunks.length };
}

/** Returns the number of files in the manifest. */
async function verifyBaseBackup(base: Files, label: BackupLabel): Promise<number> {
  const manifest = parseManifest(gunzipSync(await readPart(base, label.manifest)));
  const hashes = new Map<string, string>();
  const parser = new Parser({ strict: true, onReadEntry: (entry) => hashEntry(entry, hashes) });
  await pipeline(
    Readable.from(
      (async function* () {
        for (const part of label.parts) yield await readPart(base, part);
      })(),
    ),
    createGunzip(),
    parser as unknown as NodeJS.WritableStream,
  ).catch((error: Error) => {
    throw error instanceof BrokenBackup ? error : new BrokenBackup(`El respaldo está dañado: ${error.message}`);
  });
  for (const file of manifest) {
    // Invalid bytes become U+FFFD, as in the paths that `tar` reads.
    const name = "Path" in file ? file.Path : Buffer.from(file["Encoded-Path"], "hex").toString("utf8");
    if (hashes.get(name) !== file.Checksum) throw new BrokenBackup(`En el respaldo está dañado ${name}.`);
  }
  return manifest.length;
}

function hashEntry(entry: ReadEntry, hashes: Map<string, string>): void {
  const hash = createHash("sha256");
  entry.on("data", (bytes: Buffer) => hash.update(bytes));
  entry.on("end", () => hashes.set(entry.path.replace(/^\.\//, ""), hash.digest("hex")));
}

function parseManifest(bytes: Buffer): z.output<typeof Manifest>["Files"] {
  const end = bytes.lastIndexOf('"Manifest-Checksum"');
  const parsed = Manifest.safeParse(JSON.parse(bytes.toString("utf8")));
  if (!parsed.success || hashOf(bytes.subarray(0, end)) !== parsed.data["Manifest-Checksum"]) {
    throw new BrokenBackup("La lista de archivos de PostgreSQL está dañada.");
  }
  return parsed.data.Files;
}

async function verifyFiles(files: Files, list: readonly [string, string][]): Promise<void> {
  for (const [name, hash] of list) {
    const bytes = await files.read(name);
    if (!bytes) throw new BrokenBackup(`Falta el archivo ${name}.`);
    if (hashOf(bytes) !== hash) throw new BrokenBackup(`El archivo ${name} está dañado.`);
  }
}
