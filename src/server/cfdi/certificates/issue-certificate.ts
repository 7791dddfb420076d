import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { KEY_USAGE, KEY_USAGE_OID, SUBJECT_OIDS, type KeyUsage } from "./certificate-facts.ts";
import { der, derTime, oid, TAG } from "./der.ts";

export interface NewCertificate {
  /** Twenty digits, as SAT's are. */
  number: string;
  name: string;
  /** Null for an authority. */
  rfc: string | null;
  /** Of whoever signs for a company; null for a person's. */
  representativeRfc: string | null;
  usage: "csd" | "fiel" | "authority";
  validFrom: Date;
  validTo: Date;
  publicKey: KeyObject;
  /** Who vouches for it; its own name and key make it self-signed. */
  issuer: { name: string; privateKey: KeyObject };
}

/** What each kind may do: by this a CSD is told from a FIEL. */
const USAGES: Record<NewCertificate["usage"], KeyUsage[]> = {
  csd: ["digitalSignature", "nonRepudiation"],
  fiel: ["digitalSignature", "nonRepudiation", "dataEncipherment", "keyAgreement"],
  authority: ["digitalSignature", "keyCertSign"],
};

const SHA256_RSA = der(TAG.sequence, oid("1.2.840.113549.1.1.11"), der(0x05));

/**
 * An X.509 certificate of SAT's shape, in DER: for the stand-in of the PAC, the demo's own CSD, and tests. Nobody but this
 * shop vouches for it: it is worth nothing outside.
 */
export function issueCertificate(wanted: NewCertificate): Buffer {
  if (!/^\d{20}$/.test(wanted.number)) throw new Error("a certificate's number has twenty digits");
  const tbs = der(
    TAG.sequence,
    der(0xa0, der(TAG.integer, Buffer.from([2]))), // version 3
    der(TAG.integer, Buffer.from(wanted.number)),
    SHA256_RSA,
    distinguishedName({ commonName: wanted.issuer.name }),
    der(TAG.sequence, derTime(wanted.validFrom), derTime(wanted.validTo)),
    distinguishedName(subjectOf(wanted)),
    wanted.publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(TAG.sequence, basicConstraints(wanted.usage === "authority"), keyUsage(USAGES[wanted.usage]))),
  );
  const signature = sign("sha256", tbs, wanted.issuer.privateKey);
  return der(TAG.sequence, tbs, SHA256_RSA, bitString(signature, 0));
}

export interface IssuedKeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
  /** PKCS#8 under the password, as SAT's .key files are. */
  keyFile: Buffer;
}

/** RSA of 2048 bits: takes some tenths of a second. */
export function newKeyPair(password: string): IssuedKeyPair {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const keyFile = privateKey.export({ type: "pkcs8", format: "der", cipher: "aes-256-cbc", passphrase: password });
  return { publicKey, privateKey, keyFile };
}

function subjectOf({
  name,
  rfc,
  representativeRfc,
}: NewCertificate): Partial<Record<keyof typeof SUBJECT_OIDS, string>> {
  if (rfc === null) return { commonName: name };
  const uniqueIdentifier = representativeRfc === null ? rfc : `${rfc} / ${representativeRfc}`;
  return { commonName: name, name, organization: name, uniqueIdentifier };
}

function distinguishedName(parts: Partial<Record<keyof typeof SUBJECT_OIDS, string>>): Buffer {
  const entries = Object.entries(parts) as [keyof typeof SUBJECT_OIDS, string][];
  return der(
    TAG.sequence,
    ...entries.map(([part, text]) =>
      der(TAG.set, der(TAG.sequence, oid(SUBJECT_OIDS[part]), der(TAG.utf8, Buffer.from(text)))),
    ),
  );
}

function basicConstraints(isAuthority: boolean): Buffer {
  const content = isAuthority ? der(TAG.sequence, der(TAG.boolean, Buffer.from([0xff]))) : der(TAG.sequence);
  return extension("2.5.29.19", content, true);
}

function keyUsage(usages: KeyUsage[]): Buffer {
  const bits: number[] = usages.map((usage) => KEY_USAGE[usage]);
  const byte = bits.reduce((byte, bit) => byte | (0x80 >> bit), 0);
  return extension(KEY_USAGE_OID, bitString(Buffer.from([byte]), 7 - Math.max(...bits)), false);
}

function extension(dotted: string, content: Buffer, isCritical: boolean): Buffer {
  const critical = isCritical ? [der(TAG.boolean, Buffer.from([0xff]))] : [];
  return der(TAG.sequence, oid(dotted), ...critical, der(TAG.octetString, content));
}

function bitString(bytes: Uint8Array, unusedBits: number): Buffer {
  return der(TAG.bitString, Buffer.from([unusedBits]), bytes);
}
