import { createPrivateKey, type KeyObject } from "node:crypto";
import type { Db } from "../../../db/connect.ts";
import { issueCertificate, generateKeyPair } from "../../../cfdi/certificates/issue-certificate.ts";

/** The notice (Leyenda) in each stamp and receipt of the sandbox. Also the name on its certificate. */
export const NOTICE = "TIMBRADO LOCAL DE PRUEBA, SIN VALIDEZ FISCAL";
export const STAMPING_CERTIFICATE_NUMBER = "30001000000000000001";
/** The sandbox PAC's RFC, which belongs to no taxpayer. */
export const STAMPING_RFC = "TLS260101XX0";
/** The validity of its certificate: twenty years. */
const VALIDITY_MS = 20 * 365 * 86_400_000;

export interface StampingKey {
  certificate: Buffer;
  privateKey: KeyObject;
}

/**
 * The sandbox's own key, created on first use and stored. If several processes create one at the same time, the one
 * that is stored first is used.
 */
export async function getOrCreateStampingKey(db: Db): Promise<StampingKey> {
  const storedKey = await readKey(db);
  if (storedKey) return storedKey;
  const { publicKey, privateKey } = generateKeyPair("not stored");
  const now = new Date();
  const certificate = issueCertificate({
    number: STAMPING_CERTIFICATE_NUMBER,
    name: NOTICE,
    rfc: null,
    representativeRfc: null,
    kind: "authority",
    validFrom: new Date(now.getTime() - 86_400_000),
    validTo: new Date(now.getTime() + VALIDITY_MS),
    publicKey,
    issuer: { name: NOTICE, privateKey },
  });
  await db
    .updateTable("sandbox_pac_settings")
    .set({ certificate, private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() })
    .where("certificate", "is", null)
    .execute();
  return (await readKey(db))!;
}

async function readKey(db: Db): Promise<StampingKey | undefined> {
  const { certificate, private_key } = await db
    .selectFrom("sandbox_pac_settings")
    .select(["certificate", "private_key"])
    .executeTakeFirstOrThrow();
  return certificate && private_key ? { certificate, privateKey: createPrivateKey(private_key) } : undefined;
}
