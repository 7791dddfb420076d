import { sql } from "kysely";
import { normalReceiverName } from "../../domain/invoice-receiver.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { isGenericRfc, isRfc, normalRfc, personKind } from "../../domain/rfc.ts";
import { isProductKey, isUnitKey } from "../../domain/sat-keys.ts";
import { findTaxRegime } from "../../domain/tax-regimes.ts";
import { stateOfPostalCode } from "../../domain/postal-code.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { attempt } from "../cfdi/certificates/attempt.ts";
import { localTime } from "../cfdi/local-time.ts";
import { findIssuer, type InvoiceIssuer } from "./issuers.ts";

export interface IssuerInput {
  rfc?: string;
  name?: string;
  taxRegime?: string;
  postalCode?: string;
  timeZone?: string;
  vatRateBps?: number;
  /** Empty takes it away; so do the keys. */
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
export function setIssuer(
  app: App,
  shopId: string,
  wish: IssuerInput,
  by: Actor,
): Promise<InvoiceIssuer | IssuerRefusal> {
  return transact(app.db, (tx) => set(tx, shopId, wish, by));
}

async function set(tx: Tx, shopId: string, wish: IssuerInput, by: Actor): Promise<InvoiceIssuer | IssuerRefusal> {
  await sql`SELECT FROM invoice_issuers WHERE shop_id = ${shopId} FOR UPDATE`.execute(tx);
  const now = await findIssuer(tx, shopId);
  const next = {
    rfc: wish.rfc === undefined ? now?.rfc : normalRfc(wish.rfc),
    name: wish.name === undefined ? now?.name : normalReceiverName(wish.name),
    taxRegime: wish.taxRegime ?? now?.taxRegime,
    postalCode: wish.postalCode ?? now?.postalCode,
    timeZone: wish.timeZone ?? now?.timeZone ?? "America/Mexico_City",
    vatRateBps: wish.vatRateBps ?? now?.vatRateBps ?? 1600,
    series: wish.series === undefined ? (now?.series ?? null) : wish.series || null,
    productKey: wish.productKey === undefined ? (now?.keys.productKey ?? null) : wish.productKey || null,
    unitKey: wish.unitKey === undefined ? (now?.keys.unitKey ?? null) : wish.unitKey || null,
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
      FROM (SELECT i.rfc = excluded.rfc AS same) s)`.execute(tx);
  const after = (await findIssuer(tx, shopId))!;
  await logChange(tx, by, { act: "issuer", object: { kind: "issuer", id: shopId }, ...difference(now, after) });
  return after;
}

/** What of it changed, as the log shows it: no key, no certificate. */
function difference(before: InvoiceIssuer | undefined, after: InvoiceIssuer): { before?: object; after: object } {
  const [was, is] = [before && told(before), told(after)];
  const changed = (Object.keys(is) as (keyof typeof is)[]).filter((key) => was?.[key] !== is[key]);
  const part = (of: typeof is) => Object.fromEntries(changed.map((key) => [key, of[key]]));
  return { ...(was ? { before: part(was) } : {}), after: part(is) };
}

function told({ rfc, name, taxRegime, postalCode, timeZone, vatRateBps, series, keys, deadline, csd }: InvoiceIssuer) {
  const { productKey = null, unitKey = null } = keys;
  return {
    rfc,
    name,
    taxRegime,
    postalCode,
    timeZone,
    vat: `${vatRateBps / 100} %`,
    series,
    productKey,
    unitKey,
    deadline: deadline.kind,
    deadlineDays: deadline.days,
    certificate: csd?.number ?? null,
  };
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
    [
      Number.isInteger(issuer.deadlineDays) && issuer.deadlineDays >= 0 && issuer.deadlineDays <= 366,
      "days",
      "El plazo va de 0 a 366 días.",
    ],
  ];
  const wrong = checks.find(([isFine]) => !isFine);
  return wrong ? { field: wrong[1], sentence: wrong[2] } : null;
}

/** SAT's key of a product, or of all in a category that have none of their own; null takes it away. */
export function setSatKeys(
  app: App,
  of: { table: "products" | "categories"; id: string },
  keys: { productKey: string | null; unitKey: string | null },
  by: Actor,
): Promise<"set" | Refusal<"not_found" | "sat_key_wrong">> {
  return transact(app.db, async (tx) => {
    if (keys.productKey !== null && !isProductKey(keys.productKey)) return refuse("sat_key_wrong");
    if (keys.unitKey !== null && !isUnitKey(keys.unitKey)) return refuse("sat_key_wrong");
    const now = await tx
      .selectFrom(of.table)
      .select(["name", "sat_product_key as productKey", "sat_unit_key as unitKey"])
      .where("id", "=", of.id)
      .forUpdate()
      .executeTakeFirst();
    if (!now) return refuse("not_found");
    await tx
      .updateTable(of.table)
      .set({ sat_product_key: keys.productKey, sat_unit_key: keys.unitKey })
      .where("id", "=", of.id)
      .execute();
    const { name, ...before } = now;
    await logChange(tx, by, {
      act: "sat-keys",
      object: { kind: "sat-keys", id: of.id },
      before,
      after: { name, ...keys },
    });
    return "set" as const;
  });
}
