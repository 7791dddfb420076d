import type { Config } from "../config.ts";
import { keyFile, oldKeyFile } from "./key-file.ts";
import type { VaultKeys } from "./vault.ts";

const FILE = "staff.key";

/**
 * The keys of what only staff and their accounts use: `STAFF_KEY`, or a file in the data folder. With the variable set,
 * the file still decrypts what it encrypted before.
 */
export async function staffKeys({
  staffKeys: [first, ...others],
  dataDir,
}: Pick<Config, "staffKeys" | "dataDir">): Promise<VaultKeys> {
  return first ? [first, ...others, ...(await oldKeyFile(dataDir, FILE))] : [await keyFile(dataDir, FILE)];
}
