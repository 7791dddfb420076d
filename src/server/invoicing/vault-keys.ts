import type { Config } from "../config.ts";
import { keyFile, oldKeyFile } from "../vault/key-file.ts";
import type { VaultKeys } from "../vault/vault.ts";

const FILE = "invoicing.key";

/**
 * What CSDs are locked with: `INVOICING_KEY`, or in the demo a key of its own in the data folder, made when first needed,
 * which opens what was closed before there was the variable. Null for a live shop without one: it has nothing to lock a CSD with, and must not take any.
 */
export async function vaultKeys(
  config: Pick<Config, "invoicingKeys" | "publicUrl" | "dataDir">,
): Promise<VaultKeys | null> {
  const [first, ...others] = config.invoicingKeys;
  if (first) return [first, ...others, ...(await oldKeyFile(config.dataDir, FILE))];
  return config.publicUrl === null ? [await keyFile(config.dataDir, FILE)] : null;
}
