import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { refuse, type Refusal } from "../../domain/refusal.ts";

/**
 * Keys of 32 bytes: the first encrypts, all decrypt. To rotate, add a new key in front and remove the old one later.
 */
export type VaultKeys = readonly [Uint8Array, ...Uint8Array[]];

/**
 * The purpose of a secret and the object that it belongs to. Both are authenticated, so that the secret cannot be used
 * for another purpose or object.
 */
export interface SecretContext {
  purpose: "csd" | "second factor" | "carrier account";
  /** The number of a certificate, or the id of a member or shop. */
  objectId: string;
}

const VERSION = 1;
const KEY_ID_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

/** Encrypts bytes with AES-256-GCM. Returns version (1 byte), key id (8), IV (12), tag (16) and cipher text. */
export function encryptBytes(bytes: Uint8Array, keys: VaultKeys, context: SecretContext): Buffer {
  const header = Buffer.concat([Buffer.from([VERSION]), makeKeyId(keys[0])]);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keys[0], iv).setAAD(makeAssociatedData(header, context));
  const cipherText = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([header, iv, cipher.getAuthTag(), cipherText]);
}

/**
 * Decrypts the bytes. Refuses if none of the keys encrypted them, or if they were modified or belong to another
 * object or purpose.
 */
export function decryptBytes(
  encryptedBytes: Uint8Array,
  keys: VaultKeys,
  context: SecretContext,
): Buffer | Refusal<"vault_key_missing" | "vault_damaged"> {
  const bytes = Buffer.from(encryptedBytes);
  if (bytes.length < HEADER_BYTES + IV_BYTES + TAG_BYTES || bytes[0] !== VERSION) return refuse("vault_damaged");
  const header = bytes.subarray(0, HEADER_BYTES);
  const key = keys.find((candidate) => makeKeyId(candidate).equals(header.subarray(1)));
  if (!key) return refuse("vault_key_missing");
  const iv = bytes.subarray(HEADER_BYTES, HEADER_BYTES + IV_BYTES);
  const tag = bytes.subarray(HEADER_BYTES + IV_BYTES, HEADER_BYTES + IV_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(makeAssociatedData(header, context)).setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES + IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return refuse("vault_damaged");
  }
}

/** Whether another key than the first encrypted the bytes. They must be encrypted again before that key is removed. */
export function isEncryptedWithOldKey(encryptedBytes: Uint8Array, keys: VaultKeys): boolean {
  return !makeKeyId(keys[0]).equals(Buffer.from(encryptedBytes).subarray(1, HEADER_BYTES));
}

/** An id of a key, which does not reveal the key. */
function makeKeyId(key: Uint8Array): Buffer {
  return createHash("sha256").update("escaparate vault key\0").update(key).digest().subarray(0, KEY_ID_BYTES);
}

function makeAssociatedData(header: Uint8Array, { purpose, objectId }: SecretContext): Buffer {
  return Buffer.concat([Buffer.from(`escaparate ${purpose}\0`), header, Buffer.from(objectId)]);
}
