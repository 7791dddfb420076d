import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { Config } from "../config.ts";
import { keyFile } from "../vault/key-file.ts";
import { lockBytes, unlockBytes, type VaultKeys } from "../vault/vault.ts";

type Keys = Pick<Config, "staffKeys" | "dataDir">;

/** Who has the database alone must not be able to make codes: the key is `STAFF_KEY`, or a file of the data folder. */
async function keysOf({ staffKeys: [first, ...others], dataDir }: Keys): Promise<VaultKeys> {
  return first ? [first, ...others] : [await keyFile(dataDir, "staff.key")];
}

/** Closes a second factor's secret for this member. */
export async function lockFactor(config: Keys, secret: Uint8Array, memberId: string): Promise<Buffer> {
  return lockBytes(secret, await keysOf(config), { purpose: "second factor", owner: memberId });
}

/** Opens it again; refused where the key is another one than it was closed with. */
export async function unlockFactor(
  config: Keys,
  locked: Uint8Array,
  memberId: string,
): Promise<Buffer | Refusal<"factor_unreadable">> {
  const opened = unlockBytes(locked, await keysOf(config), { purpose: "second factor", owner: memberId });
  return isRefusal(opened) ? refuse("factor_unreadable") : opened;
}
