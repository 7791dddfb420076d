import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const KEY_BYTES = 32;

/**
 * The key in this file of the data folder. The file is created on first use and is readable by its owner only. If
 * several processes create it concurrently, the first key is used.
 */
export async function readOrCreateKey(dataDir: string, name: string): Promise<Buffer> {
  const keyPath = path.join(dataDir, name);
  const storedKey = await readFileIfExists(keyPath);
  if (storedKey === null) {
    const temporaryPath = `${keyPath}.${randomUUID()}`;
    await mkdir(path.dirname(keyPath), { recursive: true });
    await writeFile(temporaryPath, randomBytes(KEY_BYTES), { mode: 0o600, flag: "wx" });
    // Creating a hard link is atomic.
    await link(temporaryPath, keyPath).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await rm(temporaryPath);
  }
  return checkLength(storedKey ?? (await readFile(keyPath)), name);
}

/** A list with the key in this file of the data folder. Empty if there is no such file. */
export async function readKeyIfExists(dataDir: string, name: string): Promise<Buffer[]> {
  const storedKey = await readFileIfExists(path.join(dataDir, name));
  return storedKey === null ? [] : [checkLength(storedKey, name)];
}

/** Null if there is no such file. Throws if it cannot be read: a new key could not decrypt the stored secrets. */
async function readFileIfExists(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function checkLength(key: Buffer, name: string): Buffer {
  if (key.length !== KEY_BYTES) throw new Error(`${name} is not a key of ${KEY_BYTES} bytes`);
  return key;
}
