import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { encryptBytes, decryptBytes, type VaultKeys } from "../vault/vault.ts";

/** The half of a CSD that nobody may read: its .key file and the password that opens it. Never logged. */
export interface CsdSecret {
  key: Uint8Array;
  password: string;
}

/** Closes a CSD's secret: the password's length (2), password, key. `owner` is the certificate's number. */
export function encryptSecret({ key, password }: CsdSecret, keys: VaultKeys, owner: string): Buffer {
  const words = Buffer.from(password);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(words.length);
  return encryptBytes(Buffer.concat([length, words, key]), keys, { purpose: "csd", owner });
}

/** Opens it again; refused where none of the keys closed it, or where it is not what was closed, for this owner. */
export function decryptSecret(
  locked: Uint8Array,
  keys: VaultKeys,
  owner: string,
): CsdSecret | Refusal<"vault_key_missing" | "vault_damaged"> {
  const opened = decryptBytes(locked, keys, { purpose: "csd", owner });
  if (isRefusal(opened)) return opened;
  const end = 2 + opened.readUInt16BE(0);
  return { password: opened.toString("utf8", 2, end), key: opened.subarray(end) };
}
