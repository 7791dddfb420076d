import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Config } from "../config.ts";
import { transact } from "../db/transact.ts";
import { readStaffKeys } from "../vault/staff-keys.ts";
import { isEncryptedWithOldKey, encryptBytes, decryptBytes } from "../vault/vault.ts";

type StaffKeyConfig = Pick<Config, "staffKeys" | "dataDir">;

/** Encrypts the secret of this member's second factor. */
export async function encryptFactorSecret(
  config: StaffKeyConfig,
  secret: Uint8Array,
  memberId: string,
): Promise<Buffer> {
  return encryptBytes(secret, await readStaffKeys(config), { purpose: "second factor", objectId: memberId });
}

/** Decrypts the secret. Refuses if no key decrypts it, or if it was modified. */
export async function decryptFactorSecret(
  config: StaffKeyConfig,
  encryptedSecret: Uint8Array,
  memberId: string,
): Promise<Buffer | Refusal<"factor_unreadable">> {
  const decryptResult = decryptBytes(encryptedSecret, await readStaffKeys(config), {
    purpose: "second factor",
    objectId: memberId,
  });
  return isRefusal(decryptResult) ? refuse("factor_unreadable") : decryptResult;
}

/**
 * Encrypts with the first key every secret that was encrypted with an older key, so that the older key can be removed.
 * Returns the number of secrets encrypted again, and the members whose secret no key decrypts.
 */
export async function reencryptFactorSecrets(app: App): Promise<{ reencrypted: number; unreadable: string[] }> {
  const keys = await readStaffKeys(app.config);
  return transact(app.genericPlanDb, async (tx) => {
    const factors = await tx
      .selectFrom("staff_second_factors")
      .select(["member_id", "secret"])
      .orderBy("member_id")
      .forUpdate()
      .execute();
    const outdatedFactors = factors.filter(({ secret }) => isEncryptedWithOldKey(secret, keys));
    const unreadableMemberIds: string[] = [];
    for (const { member_id: memberId, secret } of outdatedFactors) {
      const decryptResult = await decryptFactorSecret(app.config, secret, memberId);
      if (isRefusal(decryptResult)) unreadableMemberIds.push(memberId);
      else {
        await tx
          .updateTable("staff_second_factors")
          .set({ secret: await encryptFactorSecret(app.config, decryptResult, memberId) })
          .where("member_id", "=", memberId)
          .execute();
      }
    }
    return { reencrypted: outdatedFactors.length - unreadableMemberIds.length, unreadable: unreadableMemberIds };
  });
}
