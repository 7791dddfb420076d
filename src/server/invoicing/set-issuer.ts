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
  /** An empty string removes it. The same applies to the keys. */
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
 * Sets a shop's tax data, in whole or in part. A changed RFC removes its certificate, which belongs to the other
 * taxpayer.
 */
export function setIssuer(
  app: App,
  shopId: string,
  input: IssuerInput,
  by: Actor,
): Promise<InvoiceIssuer | IssuerRefusal> {
  return transact(app.db, (tx) => set(tx, shopId, input, by));
}

async function set(tx: Tx, shopId: string, input: IssuerInput, by: Actor): Promise<InvoiceIssuer | IssuerRefusal> {
  await sql`SELECT FROM invoice_issuers WHERE shop_id = ${shopId} FOR UPDATE`.execute(tx);
  const now = await findIssuer(tx, shopId);
  const next = {
    rfc: input.rfc === undefined ? now?.rfc : normalRfc(input.rfc),
    name: input.name === undefined ? now?.name : normalReceiverName(input.name),
    taxRegime: input.taxRegime ?? now?.taxRegime,
    postalCode: input.postalCode ?? now?.postalCode,
    timeZone: input.timeZone ?? now?.timeZone ?? "America/Mexico_City",
    vatRateBps: input.vatRateBps ?? now?.vatRateBps ?? 1600,
    series: input.series === undefined ? (now?.series ?? null) : input.series || null,
    productKey: input.productKey === undefined ? (now?.keys.productKey ?? null) : input.productKey || null,
    unitKey: input.unitKey === undefined ? (now?.keys.unitKey ?? null) : input.unitKey || null,
    deadline: input.deadline ?? now?.deadline.kind ?? "year",
    deadlineDays: input.deadlineDays ?? now?.deadline.days ?? 0,
  };
  const { rfc, name, taxRegime, postalCode } = next;
  if (!rfc || !name || !taxRegime || !postalCode) return refuse("issuer_incomplete");
  const error = findFieldError({ ...next, rfc, name, taxRegime, postalCode });
  if (error) return { ...refuse("issuer_invalid"), ...error };
  await sql`
    INSERT INTO invoice_issuers AS i (shop_id, rfc, name, tax_regime, postal_code, time_zone, vat_rate_bps, series, product_key,
      unit_key, deadline, deadline_days)
    VALUES (${shopId}, ${rfc}, ${name}, ${taxRegime}, ${postalCode}, ${next.timeZone}, ${next.vatRateBps}, ${next.series},
      ${next.productKey}, ${next.unitKey}, ${next.deadline}, ${next.deadlineDays})
    ON CONFLICT (shop_id) DO UPDATE SET (rfc, name, tax_regime, postal_code, time_zone, vat_rate_bps, series, product_key,
      unit_key, deadline, deadline_days, certificate, certificate_number, secret, certificate_ends_at, is_demo) = (
      SELECT excluded.rfc, excluded.name, excluded.tax_regime, excluded.postal_code, excluded.time_zone,
        excluded.vat_rate_bps, excluded.series, excluded.product_key, excluded.unit_key, excluded.deadline,
        excluded.deadline_days, CASE WHEN same_rfc THEN i.certificate END, CASE WHEN same_rfc THEN i.certificate_number END,
        CASE WHEN same_rfc THEN i.secret END, CASE WHEN same_rfc THEN i.certificate_ends_at END, same_rfc AND i.is_demo
      FROM (SELECT i.rfc = excluded.rfc AS same_rfc) s)`.execute(tx);
  const after = (await findIssuer(tx, shopId))!;
  await logChange(tx, by, { act: "issuer", object: { kind: "issuer", id: shopId }, ...difference(now, after) });
  return after;
}

/** The changed fields, for the log: no key, no certificate. */
function difference(before: InvoiceIssuer | undefined, after: InvoiceIssuer): { before?: object; after: object } {
  const [old, current] = [before && loggedFields(before), loggedFields(after)];
  const changed = (Object.keys(current) as (keyof typeof current)[]).filter((key) => old?.[key] !== current[key]);
  const pick = (fields: typeof current) => Object.fromEntries(changed.map((key) => [key, fields[key]]));
  return { ...(old ? { before: pick(old) } : {}), after: pick(current) };
}

function loggedFields({
  rfc,
  name,
  taxRegime,
  postalCode,
  timeZone,
  vatRateBps,
  series,
  keys,
  deadline,
  csd,
}: InvoiceIssuer) {
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

interface FieldError {
  field: string;
  sentence: string;
}

function findFieldError(
  issuer: Record<"rfc" | "name" | "taxRegime" | "postalCode" | "timeZone" | "deadline", string> & {
    vatRateBps: number;
    series: string | null;
    productKey: string | null;
    unitKey: string | null;
    deadlineDays: number;
  },
): FieldError | null {
  const { rfc, name, taxRegime } = issuer;
  const regime = findTaxRegime(taxRegime);
  const checks: [isValid: boolean, field: string, sentence: string][] = [
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
  const error = checks.find(([isValid]) => !isValid);
  return error ? { field: error[1], sentence: error[2] } : null;
}

/** Sets SAT's keys of a product, or of all products in a category that have none of their own. Null removes a key. */
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
