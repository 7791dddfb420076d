import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { KEY_USAGE_BIT, KEY_USAGE_OID, SUBJECT_OIDS, type KeyUsage } from "./certificate-facts.ts";
import { encodeDer, encodeDerTime, encodeOid, TAG } from "./der.ts";

export interface NewCertificate {
  /** Twenty digits, like SAT's serial numbers. */
  number: string;
  name: string;
  /** Null for an authority. */
  rfc: string | null;
  /** The RFC of a company's legal representative. Null for a person. */
  representativeRfc: string | null;
  kind: "csd" | "fiel" | "authority";
  validFrom: Date;
  validTo: Date;
  publicKey: KeyObject;
  /** The issuing authority. The certificate's own name and key make it self-signed. */
  issuer: { name: string; privateKey: KeyObject };
}

/** The key usages of each kind. They distinguish a CSD from a FIEL. */
const KEY_USAGES_OF_KIND: Record<NewCertificate["kind"], KeyUsage[]> = {
  csd: ["digitalSignature", "nonRepudiation"],
  fiel: ["digitalSignature", "nonRepudiation", "dataEncipherment", "keyAgreement"],
  authority: ["digitalSignature", "keyCertSign"],
};

const SHA256_RSA = encodeDer(TAG.sequence, encodeOid("1.2.840.113549.1.1.11"), encodeDer(0x05));

/**
 * An X.509 certificate in SAT's format, in DER: for the sandbox PAC, the demo's own CSD, and tests. No public
 * authority signs it, so it is worthless outside this shop.
 */
export function issueCertificate(fields: NewCertificate): Buffer {
  if (!/^\d{20}$/.test(fields.number)) throw new Error("a certificate's number has twenty digits");
  const tbs = encodeDer(
    TAG.sequence,
    encodeDer(0xa0, encodeDer(TAG.integer, Buffer.from([2]))), // version 3
    encodeDer(TAG.integer, Buffer.from(fields.number)),
    SHA256_RSA,
    distinguishedName({ commonName: fields.issuer.name }),
    encodeDer(TAG.sequence, encodeDerTime(fields.validFrom), encodeDerTime(fields.validTo)),
    distinguishedName(subjectOf(fields)),
    fields.publicKey.export({ type: "spki", format: "der" }),
    encodeDer(
      0xa3,
      encodeDer(
        TAG.sequence,
        basicConstraintsExtension(fields.kind === "authority"),
        keyUsageExtension(KEY_USAGES_OF_KIND[fields.kind]),
      ),
    ),
  );
  const signature = sign("sha256", tbs, fields.issuer.privateKey);
  return encodeDer(TAG.sequence, tbs, SHA256_RSA, bitString(signature, 0));
}

export interface GeneratedKeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
  /** PKCS#8 encrypted with the password, like SAT's .key files. */
  keyFile: Buffer;
}

/** Generates an RSA key of 2048 bits. Takes a few tenths of a second. */
export function generateKeyPair(password: string): GeneratedKeyPair {
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
  return encodeDer(
    TAG.sequence,
    ...entries.map(([part, text]) =>
      encodeDer(
        TAG.set,
        encodeDer(TAG.sequence, encodeOid(SUBJECT_OIDS[part]), encodeDer(TAG.utf8, Buffer.from(text))),
      ),
    ),
  );
}

function basicConstraintsExtension(isAuthority: boolean): Buffer {
  const content = isAuthority
    ? encodeDer(TAG.sequence, encodeDer(TAG.boolean, Buffer.from([0xff])))
    : encodeDer(TAG.sequence);
  return extension("2.5.29.19", content, true);
}

function keyUsageExtension(usages: KeyUsage[]): Buffer {
  const bits: number[] = usages.map((usage) => KEY_USAGE_BIT[usage]);
  const usageByte = bits.reduce((byte, bit) => byte | (0x80 >> bit), 0);
  return extension(KEY_USAGE_OID, bitString(Buffer.from([usageByte]), 7 - Math.max(...bits)), false);
}

function extension(dottedOid: string, content: Buffer, isCritical: boolean): Buffer {
  const critical = isCritical ? [encodeDer(TAG.boolean, Buffer.from([0xff]))] : [];
  return encodeDer(TAG.sequence, encodeOid(dottedOid), ...critical, encodeDer(TAG.octetString, content));
}

function bitString(bytes: Uint8Array, unusedBits: number): Buffer {
  return encodeDer(TAG.bitString, Buffer.from([unusedBits]), bytes);
}
