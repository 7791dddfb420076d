import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Config } from "../config.ts";
import { transact } from "../db/transact.ts";
import { keyFile, oldKeyFile } from "../vault/key-file.ts";
import { isEncryptedWithOldKey, encryptBytes, decryptBytes, type VaultKeys } from "../vault/vault.ts";

type Keys = Pick<Config, "staffKeys" | "dataDir">;

const FILE = "staff.key";

/**
 * Who has the database alone must not be able to make codes: the key is `STAFF_KEY`, or a file of the data folder, which
 * opens what was closed before there was the variable.
 */
async function keysOf({ staffKeys: [first, ...others], dataDir }: Keys): Promise<VaultKeys> {
  return first ? [first, ...others, ...(await oldKeyFile(dataDir, FILE))] : [await keyFile(dataDir, FILE)];
}

/** Closes a second factor's secret for this member. */
export async function encryptFactor(config: Keys, secret: Uint8Array, memberId: string): Promise<Buffer> {
  return encryptBytes(secret, await keysOf(config), { purpose: "second factor", owner: memberId });
}

/** Opens it again; refused where the key is another one than it was closed with. */
export async function decryptFactor(
  config: Keys,
  locked: Uint8Array,
  memberId: string,
): Promise<Buffer | Refusal<"factor_unreadable">> {
  const opened = decryptBytes(locked, await keysOf(config), { purpose: "second factor", owner: memberId });
  return isRefusal(opened) ? refuse("factor_unreadable") : opened;
}

/** Closes with the first key what another closed, so that the other can be taken away. Answers the members whom no key opens. */
export async function reencryptFactors(app: App): Promise<{ relocked: number; unreadable: string[] }> {
  const keys = await keysOf(app.config);
  return transact(app.genericPlans, async (tx) => {
    const factors = await tx
      .selectFrom("staff_second_factors")
      .select(["member_id", "secret"])
      .orderBy("member_id")
      .forUpdate()
      .execute();
    const old = factors.filter(({ secret }) => isEncryptedWithOldKey(secret, keys));
    const unreadable: string[] = [];
    for (const { member_id: memberId, secret } of old) {
      const opened = await decryptFactor(app.config, secret, memberId);
      if (isRefusal(opened)) unreadable.push(memberId);
      else {
        await tx
          .updateTable("staff_second_factors")
          .set({ secret: await encryptFactor(app.config, opened, memberId) })
          .where("member_id", "=", memberId)
          .execute();
      }
    }
    return { relocked: old.length - unreadable.length, unreadable };
  });
}
