import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { CSD_PASSWORD, NOW, testAuthority, testCsd } from "../testing/demo-csd.ts";
import { NO_SAT_FILES, SAT_DIR, satFile } from "../testing/sat-files.ts";
import { issueCertificate, newKeyPair } from "./certificates/issue-certificate.ts";
import { CSD_SENTENCES, openCsd, type CsdFiles } from "./csd.ts";

const RFC = "EKU9003173C9";
const open = (files: CsdFiles, now = NOW) => openCsd(files, { rfc: RFC, now });

test("a good one opens", () => {
  const csd = open(testCsd());
  expect(csd).toMatchObject({
    rfc: RFC,
    name: "ESCUELA KEMPER URGATE SA DE CV",
    number: "30001000000599999999",
    endsSoon: false,
  });
});

test.each(["H&E951128469", "OÑO120726RX3", "IAÑL750210963"])("so does one of %s", (rfc) => {
  expect(openCsd(testCsd({ rfc, name: "ÑANDÚ & HIJOS" }), { rfc, now: NOW })).toMatchObject({
    rfc,
    name: "ÑANDÚ & HIJOS",
  });
});

test.each([
  [61, false],
  [59, true],
])("with %i days left it ends soon: %s", (validToDays, endsSoon) => {
  expect(open(testCsd({ validToDays }))).toMatchObject({ endsSoon });
});

test("a shop without an RFC yet takes the certificate's", () => {
  expect(openCsd(testCsd({ rfc: "URE180429TM6" }), { rfc: null, now: NOW })).toMatchObject({ rfc: "URE180429TM6" });
});

describe("what cannot seal is refused with a sentence", () => {
  const good = testCsd();
  const other = newKeyPair(CSD_PASSWORD).keyFile;
  const foreign = issueCertificate({
    number: "30001000000599999999",
    name: "localhost",
    rfc: null,
    representativeRfc: null,
    usage: "authority",
    validFrom: NOW,
    validTo: NOW,
    publicKey: testAuthority.publicKey,
    issuer: { name: "x", privateKey: testAuthority.privateKey },
  });
  test.each<[string, CsdFiles, keyof typeof CSD_SENTENCES]>([
    ["another password", { ...good, password: "12345678a" }, "csd_password_wrong"],
    ["no password", { ...good, password: "" }, "csd_password_wrong"],
    ["files swapped", { ...good, certificate: good.key, key: good.certificate }, "csd_files_swapped"],
    ["the certificate twice", { ...good, key: good.certificate }, "csd_files_swapped"],
    ["the key twice", { ...good, certificate: good.key }, "csd_files_swapped"],
    ["a picture", { ...good, certificate: Buffer.from("\u0089PNG") }, "csd_certificate_unreadable"],
    ["an empty file", { ...good, key: Buffer.alloc(0) }, "csd_key_unreadable"],
    ["half a certificate", { ...good, certificate: good.certificate.slice(0, 400) }, "csd_certificate_unreadable"],
    ["half a key", { ...good, key: good.key.slice(0, 400) }, "csd_key_unreadable"],
    ["a huge file", { ...good, key: Buffer.alloc(1_000_000, 0x30) }, "csd_key_unreadable"],
    ["another's key", { ...good, key: other }, "csd_key_of_other"],
    ["another's CSD", testCsd({ rfc: "URE180429TM6" }), "csd_other_rfc"],
    ["the FIEL", testCsd({ usage: "fiel" }), "csd_is_fiel"],
    ["any other certificate", { ...good, certificate: foreign }, "csd_not_from_sat"],
    ["one that begins tomorrow", testCsd({ validFromDays: 1 }), "csd_not_yet_valid"],
    ["one that ended yesterday", testCsd({ validToDays: -1 }), "csd_expired"],
  ])("%s", (_what, files, code) => {
    expect(open(files)).toEqual({ refused: code });
    expect(CSD_SENTENCES[code]).toMatch(/^[A-ZE].*\.$/);
  });
  test("a key that would take minutes to open", () => {
    const slow = Buffer.from(good.key);
    const at = slow.indexOf(Buffer.from([0x02, 0x02, 0x08, 0x00])); // 2048 rounds
    expect(at).toBeGreaterThan(0);
    const endless = Buffer.concat([
      slow.subarray(0, at),
      Buffer.from([0x02, 0x04, 0x7f, 0xff, 0xff, 0xff]),
      slow.subarray(at + 4),
    ]);
    // Two bytes longer inside: the lengths around grow with it.
    expect(open({ ...good, key: relength(endless, at, 2) })).toEqual({ refused: "csd_key_unreadable" });
  });
  test("whatever bytes are sent, it answers", () => {
    for (let i = 0; i < good.certificate.length; i += 7) {
      const bent = Buffer.from(good.certificate);
      bent[i] = bent[i]! ^ 0x55;
      expect(() => open({ ...good, certificate: bent })).not.toThrow();
    }
  });
});

/** Adds to every one- or two-byte length that encloses `at`. */
function relength(bytes: Buffer, at: number, more: number): Buffer {
  const out = Buffer.from(bytes);
  let from = 0;
  while (from < at) {
    const first = out[from + 1]!;
    const size = first > 0x80 ? first - 0x80 : 0;
    const length = size > 0 ? out.readUIntBE(from + 2, size) : first;
    const content = from + 2 + size;
    if (content + length <= at) {
      from = content + length;
      continue;
    }
    if (size > 0) out.writeUIntBE(length + more, from + 2, size);
    else out[from + 1] = length + more;
    if ((out[from]! & 0x20) === 0) break;
    from = content;
  }
  return out;
}

describe.skipIf(SAT_DIR === null)(`SAT's own test certificates (${SAT_DIR ?? NO_SAT_FILES})`, () => {
  const files = (folder: string, name: string): CsdFiles => ({
    certificate: readFileSync(satFile("csd", folder, `${name}.cer`)),
    key: readFileSync(satFile("csd", folder, `${name}.key`)),
    password: "12345678a",
  });
  test("the company's opens while it is valid", () => {
    const csd = open(files(RFC, RFC));
    if (isRefusal(csd)) throw new Error(csd.refused);
    expect(csd).toMatchObject({ rfc: RFC, number: "30001000000500003416", name: "ESCUELA KEMPER URGATE SA DE CV" });
    expect(csd.validTo).toEqual(new Date("2027-05-18T11:43:51Z"));
    expect(open(files(RFC, RFC), new Date("2027-04-01"))).toMatchObject({ endsSoon: true });
    expect(open(files(RFC, RFC), new Date("2027-05-19"))).toEqual({ refused: "csd_expired" });
  });
  test("its FIEL is told from it", () => {
    expect(open(files(RFC, "FIEL-no-es-CSD"))).toEqual({ refused: "csd_is_fiel" });
  });
  test("the old ones are over, and opened when they were not", () => {
    const person = files("vencidos", "CACX7605101P8-fisica-vencido-2023");
    expect(openCsd(person, { rfc: "CACX7605101P8", now: NOW })).toEqual({ refused: "csd_expired" });
    expect(openCsd(person, { rfc: "CACX7605101P8", now: new Date("2022-01-01") })).toMatchObject({
      rfc: "CACX7605101P8",
      number: "30001000000400002451",
    });
  });
});
