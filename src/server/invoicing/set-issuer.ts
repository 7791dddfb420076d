import { sql } from "kysely";
import { normalReceiverName } from "../../domain/invoice-receiver.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { isGenericRfc, isRfc, normalRfc, personKind } from "../../domain/rfc.ts";
import { isProductKey, isUnitKey } from "../../domain/sat-keys.ts";
import { findTaxRegime } from "../../domain/tax-regimes.ts";
import { stateOfPostalCode } from "../../domain/postal-code.ts";
import type { App } from "../app.ts";
import { attempt } from "./certificates/attempt.ts";
import { localTime } from "./document/local-time.ts";
import { findIssuer, type InvoiceIssuer } from "./issuers.ts";

export interface IssuerWish {
  rfc?: string;
  name?: string;
  taxRegime?: string;
  postalCode?: string;
  timeZone?: string;
  vatRateBps?: number;
  series?: string;
  productKey?: string;
  unitKey?: string;
  deadline?: string;
  deadlineDays?: number;
}

export type IssuerRefusal =
  | Refusal<"issuer_incomplete">
  | (Refusal<"issuer_invalid"> & { field: string; sentence: string });

/**
 * Says who a shop is for the tax authority, in whole or in part. Another RFC takes its certificate away: that one seals for
 * somebody else.
 */
export async function setIssuer(app: App, shopId: string, wish: IssuerWish): Promise<InvoiceIssuer | IssuerRefusal> {
  const now = await findIssuer(app.db, shopId);
  const next = {
    rfc: wish.rfc === undefined ? now?.rfc : normalRfc(wish.rfc),
    name: wish.name === undefined ? now?.name : normalReceiverName(wish.name),
    taxRegime: wish.taxRegime ?? now?.taxRegime,
    postalCode: wish.postalCode ?? now?.postalCode,
    timeZone: wish.timeZone ?? now?.timeZone ?? "America/Mexico_City",
    vatRateBps: wish.vatRateBps ?? now?.vatRateBps ?? 1600,
    series: wish.series ?? now?.series ?? null,
    productKey: wish.productKey ?? now?.keys.productKey ?? null,
    unitKey: wish.unitKey ?? now?.keys.unitKey ?? null,
    deadline: wish.deadline ?? now?.deadline.kind ?? "year",
    deadlineDays: wish.deadlineDays ?? now?.deadline.days ?? 0,
  };
  const { rfc, name, taxRegime, postalCode } = next;
  if (!rfc || !name || !taxRegime || !postalCode) return refuse("issuer_incomplete");
  const wrong = whatIsWrong({ ...next, rfc, name, taxRegime, postalCode });
  if (wrong) return { ...refuse("issuer_invalid"), ...wrong };
  await sql`
    INSERT INTO invoice_issuers AS i (shop_id, rfc, name, tax_regime, postal_code, time_zone, vat_rate_bps, series, product_key,
      unit_key, deadline, deadline_days)
    VALUES (${shopId}, ${rfc}, ${name}, ${taxRegime}, ${postalCode}, ${next.timeZone}, ${next.vatRateBps}, ${next.series},
      ${next.productKey}, ${next.unitKey}, ${next.deadline}, ${next.deadlineDays})
    ON CONFLICT (shop_id) DO UPDATE SET (rfc, name, tax_regime, postal_code, time_zone, vat_rate_bps, series, product_key,
      unit_key, deadline, deadline_days, certificate, certificate_number, secret, certificate_ends_at, is_demo) = (
      SELECT excluded.rfc, excluded.name, excluded.tax_regime, excluded.postal_code, excluded.time_zone,
        excluded.vat_rate_bps, excluded.series, excluded.product_key, excluded.unit_key, excluded.deadline,
        excluded.deadline_days, CASE WHEN same THEN i.certificate END, CASE WHEN same THEN i.certificate_number END,
        CASE WHEN same THEN i.secret END, CASE WHEN same THEN i.certificate_ends_at END, same AND i.is_demo
      FROM (SELECT i.rfc = excluded.rfc AS same) s)`.execute(app.db);
  return (await findIssuer(app.db, shopId))!;
}

interface Wrong {
  field: string;
  sentence: string;
}

function whatIsWrong(
  issuer: Record<"rfc" | "name" | "taxRegime" | "postalCode" | "timeZone" | "deadline", string> & {
    vatRateBps: number;
    series: string | null;
    productKey: string | null;
    unitKey: string | null;
    deadlineDays: number;
  },
): Wrong | null {
  const { rfc, name, taxRegime } = issuer;
  const regime = findTaxRegime(taxRegime);
  const checks: [isFine: boolean, field: string, sentence: string][] = [
    [isRfc(rfc) && !isGenericRfc(rfc), "rfc", "Ese RFC no puede ser: tiene 12 o 13 letras y números, con una fecha."],
    [
      name.length <= 300 && !/[\p{C}|]/u.test(name),
      "name",
      "El nombre va como en la constancia, sin «|» ni caracteres ocultos.",
    ],
    [regime !== undefined, "regime", "Ese régimen no está en el catálogo del SAT."],
    [regime?.people.includes(personKind(rfc)) ?? true, "regime", "Ese régimen no va con ese tipo de RFC."],
    [stateOfPostalCode(issuer.postalCode) !== null, "postal-code", "Ese código postal no existe."],
    [attempt(() => localTime(new Date(), issuer.timeZone)) !== null, "time-zone", "No existe esa zona horaria."],
    [[800, 1600].includes(issuer.vatRateBps), "vat", "El IVA es 16, o 8 en la franja fronteriza."],
    [
      issuer.series === null || /^[A-Z0-9]{1,10}$/.test(issuer.series),
      "series",
      "La serie son de 1 a 10 letras o números.",
    ],
    [
      issuer.productKey === null || isProductKey(issuer.productKey),
      "product-key",
      "La clave del SAT son ocho dígitos.",
    ],
    [
      issuer.unitKey === null || isUnitKey(issuer.unitKey),
      "unit-key",
      "Esa unidad no se usa aquí: H87, PR, SET, E48 o ACT.",
    ],
    [["year", "month", "days"].includes(issuer.deadline), "deadline", "El plazo es year, month o days."],
    [issuer.deadlineDays >= 0 && issuer.deadlineDays <= 366, "days", "El plazo va de 0 a 366 días."],
  ];
  const wrong = checks.find(([isFine]) => !isFine);
  return wrong ? { field: wrong[1], sentence: wrong[2] } : null;
}

/** SAT's key of a product, or of all in a category that have none of their own; null takes it away. */
export async function setSatKeys(
  app: App,
  of: { table: "products" | "categories"; id: string },
  keys: { productKey: string | null; unitKey: string | null },
): Promise<"set" | Refusal<"not_found" | "sat_key_wrong">> {
  if (keys.productKey !== null && !isProductKey(keys.productKey)) return refuse("sat_key_wrong");
  if (keys.unitKey !== null && !isUnitKey(keys.unitKey)) return refuse("sat_key_wrong");
  const { numUpdatedRows } = await app.db
    .updateTable(of.table)
    .set({ sat_product_key: keys.productKey, sat_unit_key: keys.unitKey })
    .where("id", "=", of.id)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? "set" : refuse("not_found");
}
