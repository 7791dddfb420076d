import type { InvoiceDeadline } from "../../domain/invoice-deadline.ts";
import type { VatRateBps } from "../../domain/invoice-amounts.ts";
import type { ChosenSatKeys } from "../../domain/sat-keys.ts";
import type { Queryable } from "../db/connect.ts";
import type { Issuer } from "../cfdi/comprobante.ts";

/** A shop as registered with the tax authority, with its invoicing settings. */
export interface InvoiceIssuer extends Issuer {
  shopId: string;
  timeZone: string;
  vatRateBps: VatRateBps;
  series: string | null;
  keys: ChosenSatKeys;
  deadline: InvoiceDeadline;
  isDemo: boolean;
  /** The CSD as it is stored. Null before one was loaded. */
  csd: { certificate: Buffer; secret: Buffer; number: string; endsAt: Date } | null;
}

/** Undefined if the shop has not entered its tax data: it does not invoice. */
export async function findIssuer(db: Queryable, shopId: string): Promise<InvoiceIssuer | undefined> {
  const row = await db.selectFrom("invoice_issuers").selectAll().where("shop_id", "=", shopId).executeTakeFirst();
  if (!row) return undefined;
  const { certificate, secret, certificate_number: number, certificate_ends_at: endsAt } = row;
  return {
    shopId,
    rfc: row.rfc,
    name: row.name,
    taxRegime: row.tax_regime,
    postalCode: row.postal_code,
    timeZone: row.time_zone,
    vatRateBps: row.vat_rate_bps,
    series: row.series,
    keys: { productKey: row.product_key ?? undefined, unitKey: row.unit_key ?? undefined },
    deadline: { kind: row.deadline, days: row.deadline_days },
    isDemo: row.is_demo,
    csd: certificate && secret && number && endsAt ? { certificate, secret, number, endsAt } : null,
  };
}

/** Takes the next folio of a shop. Its row stays locked until the transaction ends, so folios have no gaps. */
export async function takeFolio(tx: Queryable, shopId: string): Promise<string> {
  const { folio } = await tx
    .updateTable("invoice_issuers")
    .set((eb) => ({ next_folio: eb("next_folio", "+", 1) }))
    .where("shop_id", "=", shopId)
    .returning((eb) => eb("next_folio", "-", 1).as("folio"))
    .executeTakeFirstOrThrow();
  return String(folio);
}
