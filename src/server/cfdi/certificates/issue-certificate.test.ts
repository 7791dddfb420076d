import { X509Certificate } from "node:crypto";
import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { NOW, testAuthority, testCsd } from "../../testing/demo-csd.ts";
import { hasProgram, runProgram } from "../../testing/external-validators.ts";
import { certificateFacts } from "./certificate-facts.ts";
import { readDer } from "./der.ts";
import { issueCertificate, newKeyPair } from "./issue-certificate.ts";

test("what was asked for is read back", () => {
  const facts = certificateFacts(testCsd({ rfc: "OÑO120726RX3", name: "ORGÁNICOS & ÑAVEZ" }).certificate);
  expect(facts).toMatchObject({ number: "30001000000599999999", rfc: "OÑO120726RX3", name: "ORGÁNICOS & ÑAVEZ" });
  expect([...facts!.keyUsage]).toEqual(["digitalSignature", "nonRepudiation"]);
  expect(facts!.x509.verify(testAuthority.publicKey)).toBe(true);
});

test("one that vouches for itself, until after 2049", () => {
  const { publicKey, privateKey } = newKeyPair("x");
  const name = "TIMBRADO LOCAL SIN VALIDEZ FISCAL";
  const bytes = issueCertificate({
    number: "00001000000700000001",
    name,
    rfc: null,
    representativeRfc: null,
    usage: "authority",
    validFrom: NOW,
    validTo: new Date("2051-01-01T00:00:00Z"),
    publicKey,
    issuer: { name, privateKey },
  });
  const x509 = new X509Certificate(bytes);
  expect(x509.verify(publicKey)).toBe(true);
  expect(x509.checkIssued(x509)).toBe(true);
  expect(x509.ca).toBe(true);
  expect(new Date(x509.validTo)).toEqual(new Date("2051-01-01T00:00:00Z"));
});

test("a number that is not one is refused", () => {
  const { publicKey, privateKey } = testAuthority;
  const wanted = { name: "X", rfc: null, representativeRfc: null, usage: "csd" as const, validFrom: NOW, validTo: NOW };
  const issuer = { name: "X", privateKey };
  expect(() => issueCertificate({ ...wanted, number: "17", publicKey, issuer })).toThrow("twenty digits");
});

test.skipIf(!hasProgram("openssl"))("openssl reads it too (sin openssl instalado se omite)", () => {
  const dir = mkdtempSync(path.join(tmpdir(), "escaparate-certificate-"));
  try {
    const { certificate, key, password } = testCsd({ rfc: "H&E951128469" });
    writeFileSync(path.join(dir, "csd.cer"), certificate);
    writeFileSync(path.join(dir, "csd.key"), key);
    const text = runProgram("openssl", ["x509", "-inform", "DER", "-in", path.join(dir, "csd.cer"), "-noout", "-text"]);
    expect(text.toString()).toContain("H&E951128469 / VADA800927DJ3");
    expect(text.toString()).toContain("Digital Signature, Non Repudiation");
    const opened = ["pkey", "-inform", "DER", "-in", path.join(dir, "csd.key"), "-passin", "stdin", "-pubout"];
    expect(runProgram("openssl", opened, `${password}\n`).toString()).toContain("BEGIN PUBLIC KEY");
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test.each([
  ["3003020101ff", "with something after it that is no value"],
  ["30", "with no length"],
  ["3080020101", "of no definite length"],
  ["30850000000001", "with a length of five bytes"],
  ["300502", "cut off"],
])("%s is not read: %s", (hex, _why) => expect(readDer(Buffer.from(hex, "hex"))).toBeNull());
