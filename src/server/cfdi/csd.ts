import { createPrivateKey, type KeyObject } from "node:crypto";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { nullIfThrows } from "./certificates/null-if-throws.ts";
import { readCertificateFacts } from "./certificates/certificate-facts.ts";
import { innerValues, isOid, readDer, TAG, type DerValue } from "./certificates/der.ts";

/** A certificado de sello digital, ready to seal. It holds the private key: never logged, never in a response. */
export interface Csd {
  rfc: string;
  /** As in the certificate, with the company's legal form. */
  name: string;
  /** NoCertificado: twenty digits. */
  number: string;
  /** DER. */
  certificate: Buffer;
  privateKey: KeyObject;
  validFrom: Date;
  validTo: Date;
  /** It expires within 60 days: a new one must be requested from SAT. */
  expiresSoon: boolean;
}

export interface CsdFiles {
  /** The .cer file. */
  certificate: Uint8Array;
  /** The .key file. */
  key: Uint8Array;
  password: string;
}

export type CsdRefusal = Refusal<
  | "csd_files_swapped"
  | "csd_certificate_unreadable"
  | "csd_key_unreadable"
  | "csd_password_wrong"
  | "csd_is_fiel"
  | "csd_not_from_sat"
  | "csd_other_rfc"
  | "csd_key_of_other"
  | "csd_not_yet_valid"
  | "csd_expired"
>;

const EXPIRES_SOON_MS = 60 * 24 * 3_600_000;
const MAX_FILE_BYTES = 16 * 1024;
/** SAT's keys have 2048 rounds. Many more would block the whole process while one key is decrypted. */
const MAX_ROUNDS = 1_000_000;
/** PKCS#5 and PKCS#12 encryption: the algorithms that an encrypted key may declare. */
const ENCRYPTION_OIDS = ["1.2.840.113549.1.5.13", "1.2.840.113549.1.12.1.3", "1.2.840.113549.1.5.3"];

/**
 * Opens a CSD and validates it before SAT does: two readable files that belong together, of this RFC (null if the
 * shop has none yet and takes the certificate's), intended for seals and valid at `now`. Only the PAC can tell
 * whether SAT really issued or revoked it (its errors 304 and 308).
 */
export function openCsd(files: CsdFiles, expected: { rfc: string | null; now: Date }): Csd | CsdRefusal {
  const facts = hasValidSize(files.certificate) ? readCertificateFacts(files.certificate) : null;
  const keyAlgorithm = hasValidSize(files.key) ? readEncryptionAlgorithm(files.key) : null;
  if (!facts && hasValidSize(files.certificate) && readEncryptionAlgorithm(files.certificate))
    return refuse("csd_files_swapped");
  if (!facts) return refuse("csd_certificate_unreadable");
  if (!keyAlgorithm) {
    const isCertificate = hasValidSize(files.key) && readCertificateFacts(files.key) !== null;
    return refuse(isCertificate ? "csd_files_swapped" : "csd_key_unreadable");
  }
  const { x509, number, rfc, name, keyUsage } = facts;
  if (keyUsage.has("dataEncipherment") || keyUsage.has("keyAgreement")) return refuse("csd_is_fiel");
  if (number === null || rfc === null || !keyUsage.has("digitalSignature")) return refuse("csd_not_from_sat");
  if (expected.rfc !== null && rfc !== expected.rfc) return refuse("csd_other_rfc");

  const privateKey = openKey(files, keyAlgorithm);
  if (isRefusal(privateKey)) return privateKey;
  if (!x509.checkPrivateKey(privateKey)) return refuse("csd_key_of_other");

  const [validFrom, validTo] = [new Date(x509.validFrom), new Date(x509.validTo)];
  if (expected.now < validFrom) return refuse("csd_not_yet_valid");
  if (expected.now > validTo) return refuse("csd_expired");
  const expiresSoon = validTo.getTime() - expected.now.getTime() <= EXPIRES_SOON_MS;
  return {
    rfc,
    name,
    number,
    certificate: Buffer.from(x509.raw),
    privateKey,
    validFrom,
    validTo,
    expiresSoon,
  };
}

function openKey(
  { key, password }: CsdFiles,
  algorithm: DerValue,
): KeyObject | Refusal<"csd_key_unreadable" | "csd_password_wrong"> {
  if (!hasBoundedCost(algorithm)) return refuse("csd_key_unreadable");
  const privateKey = nullIfThrows(() =>
    createPrivateKey({ key: Buffer.from(key), format: "der", type: "pkcs8", passphrase: password }),
  );
  if (!privateKey) return refuse("csd_password_wrong");
  return privateKey.asymmetricKeyType === "rsa" ? privateKey : refuse("csd_key_unreadable");
}

function hasValidSize(file: Uint8Array): boolean {
  return file.length > 0 && file.length <= MAX_FILE_BYTES;
}

/** The algorithm that an encrypted PKCS#8 file declares. Null for any other file. */
function readEncryptionAlgorithm(file: Uint8Array): DerValue | null {
  const [outerValue, ...trailingValues] = readDer(file) ?? [];
  const [algorithm, cipherText, ...others] = innerValues(outerValue);
  const isEncrypted = ENCRYPTION_OIDS.some((encryptionOid) => isOid(innerValues(algorithm)[0], encryptionOid));
  const hasNothingElse = trailingValues.length === 0 && others.length === 0 && cipherText?.tag === TAG.octetString;
  return algorithm && isEncrypted && hasNothingElse ? algorithm : null;
}

/** Whether every value can be read and no integer, such as the number of rounds, exceeds `MAX_ROUNDS`. */
function hasBoundedCost({ tag, content }: DerValue): boolean {
  if ((tag & 0x20) !== 0) return readDer(content)?.every(hasBoundedCost) ?? false;
  if (tag !== TAG.integer) return true;
  return content.length > 0 && content.length <= 4 && content.readIntBE(0, content.length) <= MAX_ROUNDS;
}
