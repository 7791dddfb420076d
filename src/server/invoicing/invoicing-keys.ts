import type { Config } from "../config.ts";
import { readOrCreateKey, readKeyIfExists } from "../vault/key-file.ts";
import type { VaultKeys } from "../vault/vault.ts";

const KEY_FILE_NAME = "invoicing.key";

/**
 * The keys that encrypt CSDs: `INVOICING_KEY`, or in the demo a key file in the data folder, created on first use. With
 * the variable set, the key file still decrypts what was encrypted with it before. Null for a live shop without a key:
 * it cannot encrypt a CSD and must not accept one.
 */
export async function loadOrCreateInvoicingKeys(
  config: Pick<Config, "invoicingKeys" | "publicUrl" | "dataDir">,
): Promise<VaultKeys | null> {
  const [firstKey, ...otherKeys] = config.invoicingKeys;
  if (firstKey) return [firstKey, ...otherKeys, ...(await readKeyIfExists(config.dataDir, KEY_FILE_NAME))];
  return config.publicUrl === null ? [await readOrCreateKey(config.dataDir, KEY_FILE_NAME)] : null;
}
