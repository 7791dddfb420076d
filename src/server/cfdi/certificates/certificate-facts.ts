import { X509Certificate } from "node:crypto";
import { nullIfThrows } from "./null-if-throws.ts";
import { decodeDerText, innerValues, isOid, readDer, TAG, type DerValue } from "./der.ts";

export const SUBJECT_OIDS = {
  commonName: "2.5.4.3",
  serialNumber: "2.5.4.5",
  organization: "2.5.4.10",
  organizationalUnit: "2.5.4.11",
  name: "2.5.4.41",
  uniqueIdentifier: "2.5.4.45",
} as const;
export const KEY_USAGE_OID = "2.5.29.15";

/** Bits of keyUsage (RFC 5280, 4.2.1.3). */
export const KEY_USAGE_BIT = {
  digitalSignature: 0,
  nonRepudiation: 1,
  dataEncipherment: 3,
  keyAgreement: 4,
  keyCertSign: 5,
} as const;
export type KeyUsage = keyof typeof KEY_USAGE_BIT;

/** The fields of a certificate that identify its taxpayer and its purpose. */
export interface CertificateFacts {
  x509: X509Certificate;
  /** Twenty digits: SAT's serial numbers are text. Null for certificates of other issuers. */
  number: string | null;
  /**
   * The taxpayer's RFC. A company's certificate lists its representative's RFC after " / "; only the first is read.
   */
  rfc: string | null;
  name: string;
  keyUsage: ReadonlySet<KeyUsage>;
}

/** Reads a certificate. Null if the bytes are not an X.509 certificate in DER. */
export function readCertificateFacts(bytes: Uint8Array): CertificateFacts | null {
  const x509 = nullIfThrows(() => new X509Certificate(bytes));
  const [certificate, ...trailingValues] = readDer(bytes) ?? [];
  if (!x509 || !certificate || trailingValues.length > 0) return null;
  const [tbs] = innerValues(certificate);
  const [, , , , , subject, , ...optionalFields] = innerValues(tbs);
  const textOf = subjectReader(subject);
  const serial = Buffer.from(x509.serialNumber, "hex").toString("latin1");
  return {
    x509,
    number: /^\d{20}$/.test(serial) ? serial : null,
    rfc: textOf(SUBJECT_OIDS.uniqueIdentifier)?.split("/")[0]?.trim() ?? null,
    name: textOf(SUBJECT_OIDS.name) ?? textOf(SUBJECT_OIDS.commonName) ?? "",
    keyUsage: keyUsageOf(optionalFields.at(-1)),
  };
}

function subjectReader(subject: DerValue | undefined): (dotted: string) => string | undefined {
  const attributes = innerValues(subject).flatMap((set) => innerValues(set).map(innerValues));
  return (dottedOid) => {
    const value = attributes.find(([type]) => isOid(type, dottedOid))?.[1];
    return value && decodeDerText(value);
  };
}

/** `extensions` is field [3] of the certificate. Node's own `keyUsage` is the extended key usage. */
function keyUsageOf(extensions: DerValue | undefined): ReadonlySet<KeyUsage> {
  const keyUsageExtension = innerValues(innerValues(extensions)[0])
    .map(innerValues)
    .find(([type]) => isOid(type, KEY_USAGE_OID));
  const octets = keyUsageExtension?.find(({ tag }) => tag === TAG.octetString);
  const [bits] = (octets && readDer(octets.content)) ?? [];
  const firstByte = bits?.tag === TAG.bitString ? (bits.content[1] ?? 0) : 0;
  const names = Object.entries(KEY_USAGE_BIT) as [KeyUsage, number][];
  return new Set(names.filter(([, bit]) => (firstByte & (0x80 >> bit)) !== 0).map(([name]) => name));
}
