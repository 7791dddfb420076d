import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { issueCertificate, generateKeyPair } from "../cfdi/certificates/issue-certificate.ts";
import { encryptCsdSecret, decryptCsdSecret } from "./csd-vault.ts";
import { makeCancellationsDue } from "./cancellations.ts";
import { openCsd, type Csd, type CsdFiles, type CsdRefusal } from "../cfdi/csd.ts";
import type { InvoiceIssuer } from "./issuers.ts";
import { isEncryptedWithOldKey } from "../vault/vault.ts";
import { loadOrCreateInvoicingKeys } from "./invoicing-keys.ts";

/**
 * Validates a CSD as SAT does and stores it with its key encrypted. Cancellations of the shop that could not be
 * sent without a usable CSD become due. Returns the CSD. Only the demo's generated CSD is stored without `by`. That
 * change is not logged.
 */
export async function storeCsd(
  app: App,
  issuer: InvoiceIssuer,
  files: CsdFiles,
  by?: Actor,
): Promise<Csd | CsdRefusal | Refusal<"vault_key_missing">> {
  const csd = openCsd(files, { rfc: issuer.rfc, now: new Date() });
  if (isRefusal(csd)) return csd;
  const keys = await loadOrCreateInvoicingKeys(app.config);
  if (!keys) return refuse("vault_key_missing");
  return transact(app.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("invoice_issuers")
      .set({
        certificate: csd.certificate,
        certificate_number: csd.number,
        certificate_ends_at: csd.validTo,
        encrypted_csd_secret: encryptCsdSecret(files, keys, csd.number),
        // The CSD belongs to a real taxpayer now. If it becomes unusable, no demo CSD replaces it.
        ...(by ? { is_demo: false } : {}),
      })
      .where("shop_id", "=", issuer.shopId)
      // If the issuer's RFC changed at the same time, this certificate does not belong to the new RFC.
      .where("rfc", "=", issuer.rfc)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return refuse("csd_other_rfc");
    await makeCancellationsDue(tx, issuer.shopId);
    if (by) {
      const before = { certificate: issuer.csd?.number ?? null };
      const after = { certificate: csd.number, endsAt: csd.validTo };
      await logChange(tx, by, { action: "csd", object: { kind: "issuer", id: issuer.shopId }, before, after });
    }
    return csd;
  });
}

/** `reason`: the code of why the CSD cannot be used, so that staff see it. */
export type CsdPauseRefusal = Refusal<"invoicing_paused"> & { reason: string };

/**
 * The shop's CSD, ready to seal. If it cannot be opened, a demo issuer gets a new one. For any other issuer the reason
 * is logged for the operator.
 */
export async function openStoredCsd(
  app: App,
  issuer: InvoiceIssuer,
  now: Date = new Date(),
): Promise<Csd | CsdPauseRefusal> {
  const csd = await tryOpenStoredCsd(app, issuer, now);
  if (!isRefusal(csd)) return csd;
  if (issuer.isDemo) {
    const newCsd = await storeCsd(app, issuer, issueDemoCsd(issuer));
    if (!isRefusal(newCsd)) return newCsd;
  }
  app.log.error({ shopId: issuer.shopId, reason: csd.refused }, "the shop cannot seal invoices");
  return { ...refuse("invoicing_paused"), reason: csd.refused };
}

async function tryOpenStoredCsd(app: App, issuer: InvoiceIssuer, now: Date): Promise<Csd | Refusal> {
  if (!issuer.csd) return refuse("csd_missing");
  const keys = await loadOrCreateInvoicingKeys(app.config);
  if (!keys) return refuse("vault_key_missing");
  const secret = decryptCsdSecret(issuer.csd.secret, keys, issuer.csd.number);
  if (isRefusal(secret)) return secret;
  return openCsd({ certificate: issuer.csd.certificate, ...secret }, { rfc: issuer.rfc, now });
}

/**
 * Encrypts with the first key every CSD that was encrypted with an older key, so that the older key can be removed.
 * Returns how many it encrypted, and the shops whose CSD no key decrypts.
 */
export async function reencryptCsds(app: App): Promise<{ reencrypted: number; unreadable: string[] }> {
  const keys = await loadOrCreateInvoicingKeys(app.config);
  if (!keys) return { reencrypted: 0, unreadable: [] };
  return transact(app.db, async (tx) => {
    const issuers = await tx
      .selectFrom("invoice_issuers")
      .select(["shop_id", "certificate_number", "encrypted_csd_secret"])
      .orderBy("shop_id")
      .forUpdate()
      .execute();
    const unreadableShopIds: string[] = [];
    let reencryptedCount = 0;
    for (const { shop_id: shopId, certificate_number: certificateNumber, encrypted_csd_secret: secret } of issuers) {
      if (secret === null || certificateNumber === null || !isEncryptedWithOldKey(secret, keys)) continue;
      const decryptedSecret = decryptCsdSecret(secret, keys, certificateNumber);
      if (isRefusal(decryptedSecret)) unreadableShopIds.push(shopId);
      else {
        const encryptedSecret = encryptCsdSecret(decryptedSecret, keys, certificateNumber);
        await tx
          .updateTable("invoice_issuers")
          .set({ encrypted_csd_secret: encryptedSecret })
          .where("shop_id", "=", shopId)
          .execute();
        reencryptedCount++;
      }
    }
    return { reencrypted: reencryptedCount, unreadable: unreadableShopIds };
  });
}

const DAY_MS = 86_400_000;

/**
 * The demo's CSD: in SAT's format, signed by no authority. It is generated whenever the stored one cannot be used, for
 * example because demo data was copied from another computer without its key.
 */
function issueDemoCsd(issuer: InvoiceIssuer): CsdFiles {
  const password = "demostracion";
  const keyPair = generateKeyPair(password);
  const certificate = issueCertificate({
    number: "30001000000500009999",
    name: issuer.name,
    rfc: issuer.rfc,
    representativeRfc: issuer.rfc.length === 12 ? "XAMA620210DQ5" : null,
    kind: "csd",
    validFrom: new Date(Date.now() - DAY_MS),
    validTo: new Date(Date.now() + 4 * 365 * DAY_MS),
    publicKey: keyPair.publicKey,
    issuer: { name: "CERTIFICADO DE DEMOSTRACION SIN VALIDEZ FISCAL", privateKey: keyPair.privateKey },
  });
  return { certificate, key: keyPair.keyFile, password };
}
