import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { isEncryptedWithOldKey, type VaultKeys } from "../vault/vault.ts";
import { encryptCsdSecret, decryptCsdSecret } from "./csd-vault.ts";
import { loadOrCreateInvoicingKeys } from "./invoicing-keys.ts";

const secret = { key: randomBytes(1_298), password: "contraseña: ñ|&" };
const CERTIFICATE_NUMBER = "30001000000500003416";
const oldKeys: VaultKeys = [randomBytes(32)];
const rotatedKeys: VaultKeys = [randomBytes(32), ...oldKeys];

test("an encrypted CSD is decrypted with the vault's key and reveals nothing without it", () => {
  const encrypted = encryptCsdSecret(secret, oldKeys, CERTIFICATE_NUMBER);
  expect(decryptCsdSecret(encrypted, oldKeys, CERTIFICATE_NUMBER)).toEqual(secret);
  expect(encrypted.includes(secret.password)).toBe(false);
  expect(encrypted.includes(secret.key.subarray(0, 16))).toBe(false);
  expect(encryptCsdSecret(secret, oldKeys, CERTIFICATE_NUMBER).equals(encrypted)).toBe(false);
});

test("after a rotation, what the old key encrypted can be decrypted, and is detected as encrypted with it", () => {
  const encrypted = encryptCsdSecret(secret, oldKeys, CERTIFICATE_NUMBER);
  expect(decryptCsdSecret(encrypted, rotatedKeys, CERTIFICATE_NUMBER)).toEqual(secret);
  expect(isEncryptedWithOldKey(encrypted, rotatedKeys)).toBe(true);
  expect(isEncryptedWithOldKey(encryptCsdSecret(secret, rotatedKeys, CERTIFICATE_NUMBER), rotatedKeys)).toBe(false);
});

test("a CSD cannot be decrypted without the vault key that encrypted it", () => {
  expect(
    decryptCsdSecret(encryptCsdSecret(secret, rotatedKeys, CERTIFICATE_NUMBER), oldKeys, CERTIFICATE_NUMBER),
  ).toEqual({
    refused: "vault_key_missing",
  });
});

test("an encrypted CSD cannot be moved to another certificate or modified", () => {
  const encrypted = encryptCsdSecret(secret, oldKeys, CERTIFICATE_NUMBER);
  expect(decryptCsdSecret(encrypted, oldKeys, "30001000000500003417")).toEqual({ refused: "vault_damaged" });
  for (let i = 9; i < encrypted.length; i += 11) {
    const tampered = Buffer.from(encrypted);
    tampered[i] = tampered[i]! ^ 1;
    expect(decryptCsdSecret(tampered, oldKeys, CERTIFICATE_NUMBER)).toEqual({ refused: "vault_damaged" });
  }
  for (const length of [0, 1, 20, 36]) {
    expect(decryptCsdSecret(encrypted.subarray(0, length), oldKeys, CERTIFICATE_NUMBER)).toEqual({
      refused: "vault_damaged",
    });
  }
});

test("the demo creates its own key file once, readable by its owner only; a live shop has a configured key or none", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "escaparate-vault-"));
  try {
    const demoConfig = { invoicingKeys: [], publicUrl: null, dataDir };
    const keysOfCalls = await Promise.all(Array.from({ length: 8 }, () => loadOrCreateInvoicingKeys(demoConfig)));
    expect(new Set(keysOfCalls.map((keys) => Buffer.from(keys![0]).toString("hex"))).size).toBe(1);
    expect(await loadOrCreateInvoicingKeys(demoConfig)).toEqual(keysOfCalls[0]);
    expect(readdirSync(dataDir)).toEqual(["invoicing.key"]);
    expect(statSync(path.join(dataDir, "invoicing.key")).mode & 0o777).toBe(0o600);
    // What was encrypted with the key file before INVOICING_KEY was set can still be decrypted.
    expect(await loadOrCreateInvoicingKeys({ ...demoConfig, invoicingKeys: [...rotatedKeys] })).toEqual([
      ...rotatedKeys,
      keysOfCalls[0]![0],
    ]);
    expect(await loadOrCreateInvoicingKeys({ ...demoConfig, publicUrl: "https://tienda.mx" })).toBeNull();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
