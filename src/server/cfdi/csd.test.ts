import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { CSD_PASSWORD, TEST_TIME, testAuthorityKeyPair, issueTestCsd } from "../testing/test-csd.ts";
import { NO_SAT_FILES, SAT_DIR, satFilePath } from "../testing/sat-files.ts";
import { issueCertificate, generateKeyPair } from "./certificates/issue-certificate.ts";
import { openCsd, type CsdFiles, type CsdRefusal } from "./csd.ts";

const RFC = "EKU9003173C9";
const open = (files: CsdFiles, now = TEST_TIME) => openCsd(files, { rfc: RFC, now });

test("a valid CSD opens", () => {
  const csd = open(issueTestCsd());
  expect(csd).toMatchObject({
    rfc: RFC,
    name: "ESCUELA KEMPER URGATE SA DE CV",
    number: "30001000000599999999",
    expiresSoon: false,
  });
});

test.each(["H&E951128469", "OÑO120726RX3", "IAÑL750210963"])("a CSD of %s opens", (rfc) => {
  expect(openCsd(issueTestCsd({ rfc, name: "ÑANDÚ & HIJOS" }), { rfc, now: TEST_TIME })).toMatchObject({
    rfc,
    name: "ÑANDÚ & HIJOS",
  });
});

test.each([
  [61, false],
  [59, true],
])("with %i days left, expiresSoon is %s", (validToDays, expiresSoon) => {
  expect(open(issueTestCsd({ validToDays }))).toMatchObject({ expiresSoon });
});

test("a CSD of any RFC opens if the shop has no RFC yet", () => {
  expect(openCsd(issueTestCsd({ rfc: "URE180429TM6" }), { rfc: null, now: TEST_TIME })).toMatchObject({
    rfc: "URE180429TM6",
  });
});

describe("a CSD that cannot seal is refused", () => {
  const valid = issueTestCsd();
  const otherKey = generateKeyPair(CSD_PASSWORD).keyFile;
  const notFromSat = issueCertificate({
    number: "30001000000599999999",
    name: "localhost",
    rfc: null,
    representativeRfc: null,
    kind: "authority",
    validFrom: TEST_TIME,
    validTo: TEST_TIME,
    publicKey: testAuthorityKeyPair.publicKey,
    issuer: { name: "x", privateKey: testAuthorityKeyPair.privateKey },
  });
  test.each<[string, CsdFiles, CsdRefusal["refused"]]>([
    ["another password", { ...valid, password: "12345678a" }, "csd_password_wrong"],
    ["no password", { ...valid, password: "" }, "csd_password_wrong"],
    ["files swapped", { ...valid, certificate: valid.key, key: valid.certificate }, "csd_files_swapped"],
    ["the certificate twice", { ...valid, key: valid.certificate }, "csd_files_swapped"],
    ["the key twice", { ...valid, certificate: valid.key }, "csd_files_swapped"],
    ["a picture", { ...valid, certificate: Buffer.from("\u0089PNG") }, "csd_certificate_unreadable"],
    ["an empty file", { ...valid, key: Buffer.alloc(0) }, "csd_key_unreadable"],
    [
      "a truncated certificate",
      { ...valid, certificate: valid.certificate.slice(0, 400) },
      "csd_certificate_unreadable",
    ],
    ["a truncated key", { ...valid, key: valid.key.slice(0, 400) }, "csd_key_unreadable"],
    ["a huge file", { ...valid, key: Buffer.alloc(1_000_000, 0x30) }, "csd_key_unreadable"],
    ["the key of another certificate", { ...valid, key: otherKey }, "csd_key_of_other"],
    ["the CSD of another taxpayer", issueTestCsd({ rfc: "URE180429TM6" }), "csd_other_rfc"],
    ["a FIEL", issueTestCsd({ usage: "fiel" }), "csd_is_fiel"],
    ["a certificate that SAT did not issue", { ...valid, certificate: notFromSat }, "csd_not_from_sat"],
    ["a certificate valid from tomorrow", issueTestCsd({ validFromDays: 1 }), "csd_not_yet_valid"],
    ["a certificate that expired yesterday", issueTestCsd({ validToDays: -1 }), "csd_expired"],
  ])("%s", (_what, files, code) => {
    expect(open(files)).toEqual({ refused: code });
  });
  test("a key that would take minutes to decrypt is refused", () => {
    const keyFile = Buffer.from(valid.key);
    const position = keyFile.indexOf(Buffer.from([0x02, 0x02, 0x08, 0x00])); // 2048 rounds
    expect(position).toBeGreaterThan(0);
    const keyFileWithManyRounds = Buffer.concat([
      keyFile.subarray(0, position),
      Buffer.from([0x02, 0x04, 0x7f, 0xff, 0xff, 0xff]),
      keyFile.subarray(position + 4),
    ]);
    // The integer is two bytes longer, so the enclosing lengths grow too.
    expect(open({ ...valid, key: increaseLengths(keyFileWithManyRounds, position, 2) })).toEqual({
      refused: "csd_key_unreadable",
    });
  });
  test("corrupted bytes do not throw", () => {
    for (let i = 0; i < valid.certificate.length; i += 7) {
      const corrupted = Buffer.from(valid.certificate);
      corrupted[i] = corrupted[i]! ^ 0x55;
      expect(() => open({ ...valid, certificate: corrupted })).not.toThrow();
    }
  });
});

/** Adds `addedBytes` to every length field that encloses the byte at `position`. */
function increaseLengths(bytes: Buffer, position: number, addedBytes: number): Buffer {
  const result = Buffer.from(bytes);
  let start = 0;
  while (start < position) {
    const lengthByte = result[start + 1]!;
    const lengthFieldSize = lengthByte > 0x80 ? lengthByte - 0x80 : 0;
    const length = lengthFieldSize > 0 ? result.readUIntBE(start + 2, lengthFieldSize) : lengthByte;
    const contentStart = start + 2 + lengthFieldSize;
    if (contentStart + length <= position) {
      start = contentStart + length;
      continue;
    }
    if (lengthFieldSize > 0) result.writeUIntBE(length + addedBytes, start + 2, lengthFieldSize);
    else result[start + 1] = length + addedBytes;
    if ((result[start]! & 0x20) === 0) break;
    start = contentStart;
  }
  return result;
}

describe.skipIf(SAT_DIR === null)(`SAT's own test certificates (${SAT_DIR ?? NO_SAT_FILES})`, () => {
  const readFiles = (folder: string, name: string): CsdFiles => ({
    certificate: readFileSync(satFilePath("csd", folder, `${name}.cer`)),
    key: readFileSync(satFilePath("csd", folder, `${name}.key`)),
    password: "12345678a",
  });
  test("the company's CSD opens while it is valid", () => {
    const csd = open(readFiles(RFC, RFC));
    if (isRefusal(csd)) throw new Error(csd.refused);
    expect(csd).toMatchObject({ rfc: RFC, number: "30001000000500003416", name: "ESCUELA KEMPER URGATE SA DE CV" });
    expect(csd.validTo).toEqual(new Date("2027-05-18T11:43:51Z"));
    expect(open(readFiles(RFC, RFC), new Date("2027-04-01"))).toMatchObject({ expiresSoon: true });
    expect(open(readFiles(RFC, RFC), new Date("2027-05-19"))).toEqual({ refused: "csd_expired" });
  });
  test("the company's FIEL is refused", () => {
    expect(open(readFiles(RFC, "FIEL-no-es-CSD"))).toEqual({ refused: "csd_is_fiel" });
  });
  test("an expired CSD is refused now, and opens at a time when it was valid", () => {
    const expiredFiles = readFiles("vencidos", "CACX7605101P8-fisica-vencido-2023");
    expect(openCsd(expiredFiles, { rfc: "CACX7605101P8", now: TEST_TIME })).toEqual({ refused: "csd_expired" });
    expect(openCsd(expiredFiles, { rfc: "CACX7605101P8", now: new Date("2022-01-01") })).toMatchObject({
      rfc: "CACX7605101P8",
      number: "30001000000400002451",
    });
  });
});
