import { X509Certificate } from "node:crypto";
import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { TEST_TIME, testAuthorityKeyPair, issueTestCsd } from "../../testing/test-csd.ts";
import { hasProgram, runProgram } from "../../testing/external-validators.ts";
import { readCertificateFacts } from "./certificate-facts.ts";
import { readDer } from "./der.ts";
import { issueCertificate, generateKeyPair } from "./issue-certificate.ts";

test("the requested fields are read back from the certificate", () => {
  const facts = readCertificateFacts(issueTestCsd({ rfc: "OÑO120726RX3", name: "ORGÁNICOS & ÑAVEZ" }).certificate);
  expect(facts).toMatchObject({ number: "30001000000599999999", rfc: "OÑO120726RX3", name: "ORGÁNICOS & ÑAVEZ" });
  expect([...facts!.keyUsage]).toEqual(["digitalSignature", "nonRepudiation"]);
  expect(facts!.x509.verify(testAuthorityKeyPair.publicKey)).toBe(true);
});

test("a self-signed certificate may expire after 2049", () => {
  const { publicKey, privateKey } = generateKeyPair("x");
  const name = "TIMBRADO LOCAL SIN VALIDEZ FISCAL";
  const bytes = issueCertificate({
    number: "00001000000700000001",
    name,
    rfc: null,
    representativeRfc: null,
    kind: "authority",
    validFrom: TEST_TIME,
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

test("a number without twenty digits is rejected", () => {
  const { publicKey, privateKey } = testAuthorityKeyPair;
  const fields = {
    name: "X",
    rfc: null,
    representativeRfc: null,
    kind: "csd" as const,
    validFrom: TEST_TIME,
    validTo: TEST_TIME,
  };
  const issuer = { name: "X", privateKey };
  expect(() => issueCertificate({ ...fields, number: "17", publicKey, issuer })).toThrow("twenty digits");
});

test.skipIf(!hasProgram("openssl"))("openssl reads the certificate and the key (skipped without openssl)", () => {
  const dir = mkdtempSync(path.join(tmpdir(), "escaparate-certificate-"));
  try {
    const { certificate, key, password } = issueTestCsd({ rfc: "H&E951128469" });
    writeFileSync(path.join(dir, "csd.cer"), certificate);
    writeFileSync(path.join(dir, "csd.key"), key);
    const text = runProgram("openssl", ["x509", "-inform", "DER", "-in", path.join(dir, "csd.cer"), "-noout", "-text"]);
    expect(text.toString()).toContain("H&E951128469 / VADA800927DJ3");
    expect(text.toString()).toContain("Digital Signature, Non Repudiation");
    const keyArguments = ["pkey", "-inform", "DER", "-in", path.join(dir, "csd.key"), "-passin", "stdin", "-pubout"];
    expect(runProgram("openssl", keyArguments, `${password}\n`).toString()).toContain("BEGIN PUBLIC KEY");
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test.each([
  ["3003020101ff", "trailing bytes that are not a value"],
  ["30", "no length"],
  ["3080020101", "indefinite length"],
  ["30850000000001", "a length of five bytes"],
  ["300502", "truncated"],
])("the bytes %s are not valid DER: %s", (hex, _why) => expect(readDer(Buffer.from(hex, "hex"))).toBeNull());
