import type { Config } from "../config.ts";
import { readOrCreateKey, readKeyIfExists } from "./key-file.ts";
import type { VaultKeys } from "./vault.ts";

const KEY_FILE_NAME = "staff.key";

/**
 * The keys that encrypt second factors of staff and tokens of carrier accounts: `STAFF_KEY`, or a key file in the data
 * folder. With the variable set, the key in the file still decrypts what it encrypted before.
 */
export async function readStaffKeys({
  staffKeys: [firstKey, ...otherKeys],
  dataDir,
}: Pick<Config, "staffKeys" | "dataDir">): Promise<VaultKeys> {
  return firstKey
    ? [firstKey, ...otherKeys, ...(await readKeyIfExists(dataDir, KEY_FILE_NAME))]
    : [await readOrCreateKey(dataDir, KEY_FILE_NAME)];
}
