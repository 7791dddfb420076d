import type { Files } from "../adapters/files/files.ts";
import { hashOf } from "./backup-label.ts";

const CONTENT_TYPES: Record<string, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
  png: "image/png",
  pdf: "application/pdf",
};

/**
 * Copies the files that are missing in `to`, and returns their number. Files never change, so files with the same name
 * are equal.
 */
export async function copyFiles(from: Files, to: Files): Promise<number> {
  const existingNames = await listNames(to);
  let copiedCount = 0;
  for await (const { name } of from.list()) {
    if (!existingNames.has(name) && (await copyFile(from, to, name)) !== undefined) copiedCount++;
  }
  return copiedCount;
}

/**
 * Copies what is missing and returns the name and SHA-256 of each file that `from` has now. `knownHashes` are those of
 * the previous backup by file name.
 */
export async function copyAndHashFiles(
  from: Files,
  to: Files,
  knownHashes: ReadonlyMap<string, string>,
): Promise<[string, string][]> {
  const existingNames = await listNames(to);
  const namesAndHashes: [string, string][] = [];
  for await (const { name } of from.list()) {
    const hash = existingNames.has(name)
      ? (knownHashes.get(name) ?? (await hashFile(to, name)))
      : await copyFile(from, to, name).then((bytes) => bytes && hashOf(bytes));
    if (hash) namesAndHashes.push([name, hash]);
  }
  return namesAndHashes.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Undefined if the file was removed in the meantime. */
async function copyFile(from: Files, to: Files, name: string): Promise<Buffer | undefined> {
  const bytes = await from.read(name);
  if (bytes) await to.put(name, bytes, CONTENT_TYPES[name.split(".").at(-1)!] ?? "application/octet-stream");
  return bytes;
}

async function hashFile(files: Files, name: string): Promise<string | undefined> {
  const bytes = await files.read(name);
  return bytes && hashOf(bytes);
}

async function listNames(files: Files): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { name } of files.list()) names.add(name);
  return names;
}
