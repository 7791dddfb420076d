import type { Config } from "../config.ts";
import { readOrCreateKey, readExistingKey } from "../vault/key-file.ts";
import type { VaultKeys } from "../vault/vault.ts";

const FILE = "invoicing.key";

/**
 * The keys that encrypt CSDs: `INVOICING_KEY`, or in the demo a key file in the data folder, created on first use. With
 * the variable set, the key file still decrypts what was encrypted with it before. Null for a live shop without a key:
 * it cannot encrypt a CSD and must not accept one.
 */
export async function vaultKeys(
  config: Pick<Config, "invoicingKeys" | "publicUrl" | "dataDir">,
): Promise<VaultKeys | null> {
  const [first, ...others] = config.invoicingKeys;
  if (first) return [first, ...others, ...(await readExistingKey(config.dataDir, FILE))];
  return config.publicUrl === null ? [await readOrCreateKey(config.dataDir, FILE)] : null;
}
