import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const KEY_BYTES = 32;

/**
 * The key in this file of the data folder. The file is created on first use and is readable by its owner only. If
 * several processes create it concurrently, the first key is used.
 */
export async function readOrCreateKey(dataDir: string, name: string): Promise<Buffer> {
  const file = path.join(dataDir, name);
  const storedKey = await readIfExists(file);
  if (storedKey === null) {
    const temporaryFile = `${file}.${randomUUID()}`;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(temporaryFile, randomBytes(KEY_BYTES), { mode: 0o600, flag: "wx" });
    // Creating a hard link is atomic.
    await link(temporaryFile, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await rm(temporaryFile);
  }
  return checkLength(storedKey ?? (await readFile(file)), name);
}

/** The key in this file of the data folder, or an empty list if there is no file. */
export async function readExistingKey(dataDir: string, name: string): Promise<Buffer[]> {
  const storedKey = await readIfExists(path.join(dataDir, name));
  return storedKey === null ? [] : [checkLength(storedKey, name)];
}

/** Throws if the file exists but cannot be read: without its key the stored secrets could not be decrypted. */
async function readIfExists(file: string): Promise<Buffer | null> {
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
