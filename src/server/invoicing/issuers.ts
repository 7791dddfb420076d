import { sql } from "kysely";
import { CSD_WARNING_DAYS } from "../../domain/csd-expiry.ts";
import type { InvoiceDeadlineRule } from "../../domain/invoice-deadline.ts";
import type { UndeliveredOrderMode } from "../../domain/invoicing-mode.ts";
import type { ChosenSatKeys } from "../../domain/sat-keys.ts";
import type { Queryable } from "../db/connect.ts";
import type { Issuer } from "../cfdi/comprobante.ts";

/** How long the periods of a shop's global invoices are. "off": no job makes them or reminds staff of them. */
export const GLOBAL_INTERVALS = ["off", "day", "week", "fortnight", "month"] as const;

/** A shop as registered with the tax authority, with its invoicing settings. */
export interface InvoiceIssuer extends Issuer {
  shopId: string;
  timeZone: string;
  series: string | null;
  keys: ChosenSatKeys;
  deadline: InvoiceDeadlineRule;
  /** What is invoiced of an order that is paid and not shipped: the whole sale, or its deposit. */
  undelivered: UndeliveredOrderMode;
  /** How a global invoice is corrected. */
  globalCorrection: "creditNote" | "reissue";
  /** The period of its global invoices, and whether a job sends them. Otherwise the job reminds staff to send them. */
  globalEvery: (typeof GLOBAL_INTERVALS)[number];
  sendsGlobalAutomatically: boolean;
  isDemo: boolean;
  /** The CSD as it is stored. Null if none is stored. */
  csd: { certificate: Buffer; secret: Buffer; number: string; endsAt: Date } | null;
}

/** Undefined if the shop has not entered its tax data: it does not invoice. */
export async function findIssuer(db: Queryable, shopId: string): Promise<InvoiceIssuer | undefined> {
  const row = await db.selectFrom("invoice_issuers").selectAll().where("shop_id", "=", shopId).executeTakeFirst();
  if (!row) return undefined;
  const { certificate, encrypted_csd_secret: secret, certificate_number: number, certificate_ends_at: endsAt } = row;
  return {
    shopId,
    rfc: row.rfc,
    name: row.name,
    taxRegime: row.tax_regime,
    postalCode: row.postal_code,
    timeZone: row.time_zone,
    series: row.series,
    keys: { productKey: row.product_key ?? undefined, unitKey: row.unit_key ?? undefined },
    deadline: {
      kind: row.deadline_kind,
      days: row.deadline_days,
      daysAfterShipping: row.min_deadline_days_after_shipping,
    },
    undelivered: row.undelivered_order_mode,
    globalCorrection: row.global_correction === "reissue" ? "reissue" : "creditNote",
    globalEvery: GLOBAL_INTERVALS.find((every) => every === row.global_invoice_frequency) ?? "off",
    sendsGlobalAutomatically: row.is_global_invoice_automatic,
    isDemo: row.is_demo,
    csd: certificate && secret && number && endsAt ? { certificate, secret, number, endsAt } : null,
  };
}

/** A certificate that expires soon or has expired. The demo's certificates are not listed: they are generated again. */
export interface EndingCsd {
  shopId: string;
  number: string;
  endsAt: Date;
}

export async function listEndingCsds(db: Queryable, now: Date): Promise<EndingCsd[]> {
  const warnUntil = new Date(now.getTime() + CSD_WARNING_DAYS[0] * 86_400_000);
  const { rows } = await sql<EndingCsd>`
    SELECT shop_id AS "shopId", certificate_number AS number, certificate_ends_at AS "endsAt" FROM invoice_issuers
    WHERE NOT is_demo AND certificate_ends_at <= ${warnUntil} ORDER BY certificate_ends_at, shop_id`.execute(db);
  return rows;
}

/**
 * Allocates the next folio of a shop. The issuer's row stays locked until the transaction ends, so there are no gaps.
 */
export async function allocateFolio(tx: Queryable, shopId: string): Promise<string> {
  const { folio } = await tx
    .updateTable("invoice_issuers")
    .set((eb) => ({ next_folio: eb("next_folio", "+", 1) }))
    .where("shop_id", "=", shopId)
    .returning((eb) => eb("next_folio", "-", 1).as("folio"))
    .executeTakeFirstOrThrow();
  return String(folio);
}
