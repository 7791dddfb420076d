import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { encryptBytes, decryptBytes, type VaultKeys } from "../vault/vault.ts";

/** The secret part of a CSD: its .key file and the password that decrypts it. Never logged. */
export interface CsdSecret {
  key: Uint8Array;
  password: string;
}

/**
 * Encrypts a CSD's secret: the password's length (2 bytes), the password, the key. It belongs to the certificate with
 * this number.
 */
export function encryptCsdSecret(
  { key, password }: CsdSecret,
  vaultKeys: VaultKeys,
  certificateNumber: string,
): Buffer {
  const passwordBytes = Buffer.from(password);
  const lengthBytes = Buffer.alloc(2);
  lengthBytes.writeUInt16BE(passwordBytes.length);
  return encryptBytes(Buffer.concat([lengthBytes, passwordBytes, key]), vaultKeys, {
    purpose: "csd",
    objectId: certificateNumber,
  });
}

/** Decrypts a CSD's secret. Refuses if no vault key fits, or if the data was modified or is another CSD's. */
export function decryptCsdSecret(
  encrypted: Uint8Array,
  vaultKeys: VaultKeys,
  certificateNumber: string,
): CsdSecret | Refusal<"vault_key_missing" | "vault_damaged"> {
  const decrypted = decryptBytes(encrypted, vaultKeys, { purpose: "csd", objectId: certificateNumber });
  if (isRefusal(decrypted)) return decrypted;
  const passwordEnd = 2 + decrypted.readUInt16BE(0);
  return { password: decrypted.toString("utf8", 2, passwordEnd), key: decrypted.subarray(passwordEnd) };
}
