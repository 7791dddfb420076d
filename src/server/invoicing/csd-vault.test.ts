import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { isEncryptedWithOldKey, type VaultKeys } from "../vault/vault.ts";
import { encryptSecret, decryptSecret } from "./csd-vault.ts";
import { vaultKeys } from "./vault-keys.ts";

const secret = { key: randomBytes(1_298), password: "contraseña: ñ|&" };
const OWNER = "30001000000500003416";
const older: VaultKeys = [randomBytes(32)];
const newer: VaultKeys = [randomBytes(32), ...older];

test("what was locked opens with its key, and tells nothing before", () => {
  const locked = encryptSecret(secret, older, OWNER);
  expect(decryptSecret(locked, older, OWNER)).toEqual(secret);
  expect(locked.includes(secret.password)).toBe(false);
  expect(locked.includes(secret.key.subarray(0, 16))).toBe(false);
  expect(encryptSecret(secret, older, OWNER).equals(locked)).toBe(false);
});

test("a new key in front opens what the old one locked, and says that it is old", () => {
  const locked = encryptSecret(secret, older, OWNER);
  expect(decryptSecret(locked, newer, OWNER)).toEqual(secret);
  expect(isEncryptedWithOldKey(locked, newer)).toBe(true);
  expect(isEncryptedWithOldKey(encryptSecret(secret, newer, OWNER), newer)).toBe(false);
});

test("without its key it stays closed", () => {
  expect(decryptSecret(encryptSecret(secret, newer, OWNER), older, OWNER)).toEqual({ refused: "vault_key_missing" });
});

test("nobody can put it in another's place, or change a bit of it", () => {
  const locked = encryptSecret(secret, older, OWNER);
  expect(decryptSecret(locked, older, "30001000000500003417")).toEqual({ refused: "vault_damaged" });
  for (let i = 9; i < locked.length; i += 11) {
    const bent = Buffer.from(locked);
    bent[i] = bent[i]! ^ 1;
    expect(decryptSecret(bent, older, OWNER)).toEqual({ refused: "vault_damaged" });
  }
  for (const length of [0, 1, 20, 36]) {
    expect(decryptSecret(locked.subarray(0, length), older, OWNER)).toEqual({ refused: "vault_damaged" });
  }
});

test("the demo makes its own key once, for its owner's eyes; a live shop is given one or has none", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "escaparate-vault-"));
  try {
    const demo = { invoicingKeys: [], publicUrl: null, dataDir };
    const made = await Promise.all(Array.from({ length: 8 }, () => vaultKeys(demo)));
    expect(new Set(made.map((keys) => Buffer.from(keys![0]).toString("hex"))).size).toBe(1);
    expect(await vaultKeys(demo)).toEqual(made[0]);
    expect(readdirSync(dataDir)).toEqual(["invoicing.key"]);
    expect(statSync(path.join(dataDir, "invoicing.key")).mode & 0o777).toBe(0o600);
    // What the file closed before there was the variable is still opened.
    expect(await vaultKeys({ ...demo, invoicingKeys: [...newer] })).toEqual([...newer, made[0]![0]]);
    expect(await vaultKeys({ ...demo, publicUrl: "https://tienda.mx" })).toBeNull();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
