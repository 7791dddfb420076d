import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const KEY_BYTES = 32;

/** A key of this folder's own, made when first needed, for its owner's eyes. Of several that make one at once the first wins. */
export async function keyFile(dataDir: string, name: string): Promise<Buffer> {
  const file = path.join(dataDir, name);
  const kept = await readFile(file).catch(() => null);
  if (kept === null) {
    const mine = `${file}.${randomUUID()}`;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(mine, randomBytes(KEY_BYTES), { mode: 0o600, flag: "wx" });
    // A link is made whole or not at all.
    await link(mine, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await rm(mine);
  }
  return checked(kept ?? (await readFile(file)), name);
}

/** The folder's own key where one was made once; else none. */
export async function oldKeyFile(dataDir: string, name: string): Promise<Buffer[]> {
  const kept = await readFile(path.join(dataDir, name)).catch(() => null);
  return kept === null ? [] : [checked(kept, name)];
}

function checked(key: Buffer, name: string): Buffer {
  if (key.length !== KEY_BYTES) throw new Error(`${name} is not a key of ${KEY_BYTES} bytes`);
  return key;
}
