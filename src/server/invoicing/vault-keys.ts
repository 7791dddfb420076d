import type { Config } from "../config.ts";
import { keyFile } from "../vault/key-file.ts";
import type { VaultKeys } from "../vault/vault.ts";

/**
 * What CSDs are locked with: `INVOICING_KEY`, or in the demo a key of its own in the data folder, made when first needed.
 * Null for a live shop without one: it has nothing to lock a CSD with, and must not take any.
 */
export async function vaultKeys(
  config: Pick<Config, "invoicingKeys" | "publicUrl" | "dataDir">,
): Promise<VaultKeys | null> {
  const [first, ...others] = config.invoicingKeys;
  if (first) return [first, ...others];
  return config.publicUrl === null ? [await keyFile(config.dataDir, "invoicing.key")] : null;
}
