import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../config.ts";
import type { VaultKeys } from "./csd-vault.ts";

const KEY_BYTES = 32;

/**
 * What CSDs are locked with: `INVOICING_KEY`, or in the demo a key of its own in the data folder, made when first needed.
 * Null for a live shop without one: it has nothing to lock a CSD with, and must not take any.
 */
export async function vaultKeys(
  config: Pick<Config, "invoicingKeys" | "publicUrl" | "dataDir">,
): Promise<VaultKeys | null> {
  const [first, ...others] = config.invoicingKeys;
  if (first) return [first, ...others];
  return config.publicUrl === null ? [await demoKey(path.join(config.dataDir, "invoicing.key"))] : null;
}

/** Of several processes that make one at once the first wins: a link is made whole or not at all. For its owner's eyes. */
async function demoKey(file: string): Promise<Buffer> {
  const kept = await readFile(file).catch(() => null);
  if (kept === null) {
    const mine = `${file}.${randomUUID()}`;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(mine, randomBytes(KEY_BYTES), { mode: 0o600, flag: "wx" });
    await link(mine, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await rm(mine);
  }
  const key = kept ?? (await readFile(file));
  if (key.length !== KEY_BYTES) throw new Error(`${path.basename(file)} is not a key of ${KEY_BYTES} bytes`);
  return key;
}
