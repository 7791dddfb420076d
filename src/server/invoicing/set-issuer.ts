import { sql } from "kysely";
import { DEFAULT_INVOICE_DEADLINE_RULE } from "../../domain/invoice-deadline.ts";
import { normalizeReceiverName } from "../../domain/invoice-receiver.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { isGenericRfc, isRfc, normalizeRfc, personKind } from "../../domain/rfc.ts";
import { refusalText } from "../../domain/refusal-text.ts";
import { findTaxRegime } from "../../domain/tax-regimes.ts";
import { readUndeliveredOrderMode, type UndeliveredOrderMode } from "../../domain/invoicing-mode.ts";
import { FIRST_VAT_DAY, generalVatOn, VAT_RATES_BPS } from "../../domain/vat.ts";
import { isFiscalPostalCode } from "../../domain/postal-code.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { listChanges, logChange, type Actor } from "../change-log/change-log.ts";
import { nullIfThrows } from "../cfdi/certificates/null-if-throws.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import { acceptSatKeys, type KeyConfirmation, type SatKeyRefusal } from "./accept-sat-key.ts";
import { findIssuer, GLOBAL_INTERVALS, type InvoiceIssuer } from "./issuers.ts";
import { listGeneralRates, isVatDay, setGeneralRate } from "./vat-treatments.ts";

export interface IssuerInput {
  rfc?: string;
  name?: string;
  taxRegime?: string;
  postalCode?: string;
  timeZone?: string;
  /** The general VAT rate from the day `vatFrom` on, in the issuer's time zone. Without `vatFrom`: from today. */
  vatRateBps?: number;
  vatFrom?: string;
  /** An empty string removes the series. The same applies to the keys. */
  series?: string;
  productKey?: string;
  unitKey?: string;
  /** Confirms a product key that is not in the list. */
  confirmation?: KeyConfirmation;
  deadline?: string;
  deadlineDays?: number;
  /** "atOnce" or "deposit": what is invoiced of an order that is paid and not shipped. */
  undelivered?: string;
  daysAfterShipping?: number;
  globalCorrection?: string;
  globalEvery?: string;
  sendsGlobalAutomatically?: boolean;
  /** The newest log entry of the issuer that the form showed, 0 for none. After a newer one the change is refused. */
  seen?: number;
}

export type IssuerRefusal =
  | Refusal<"issuer_incomplete" | "edit_conflict">
  | (Refusal<"issuer_invalid"> & {
      field: string;
      sentence: string;
      /** The product key is well-formed and not in the list: staff may confirm it. */
      isUnlistedKey?: boolean;
    });

/**
 * Sets a shop's tax data, in whole or in part. A changed RFC removes the stored CSD, which belongs to the taxpayer with
 * the old RFC.
 */
export function setIssuer(
  app: App,
  shopId: string,
  input: IssuerInput,
  by: Actor,
): Promise<InvoiceIssuer | IssuerRefusal> {
  return transact(app.db, (tx) => saveIssuer(tx, shopId, input, by));
}

async function saveIssuer(
  tx: Tx,
  shopId: string,
  input: IssuerInput,
  by: Actor,
): Promise<InvoiceIssuer | IssuerRefusal> {
  await sql`SELECT FROM invoice_issuers WHERE shop_id = ${shopId} FOR UPDATE`.execute(tx);
  if (input.seen !== undefined) {
    const [newestChange] = await listChanges(tx, "issuer", { id: shopId, limit: 1 });
    if ((newestChange?.id ?? 0) !== input.seen) return refuse("edit_conflict");
  }
  const issuer = await findIssuer(tx, shopId);
  const fields = {
    rfc: input.rfc === undefined ? issuer?.rfc : normalizeRfc(input.rfc),
    name: input.name === undefined ? issuer?.name : normalizeReceiverName(input.name),
    taxRegime: input.taxRegime ?? issuer?.taxRegime,
    postalCode: input.postalCode ?? issuer?.postalCode,
    timeZone: input.timeZone ?? issuer?.timeZone ?? "America/Mexico_City",
    series: input.series === undefined ? (issuer?.series ?? null) : input.series || null,
    productKey: input.productKey === undefined ? (issuer?.keys.productKey ?? null) : input.productKey || null,
    unitKey: input.unitKey === undefined ? (issuer?.keys.unitKey ?? null) : input.unitKey || null,
    deadline: input.deadline ?? issuer?.deadline.kind ?? DEFAULT_INVOICE_DEADLINE_RULE.kind,
    deadlineDays: input.deadlineDays ?? issuer?.deadline.days ?? DEFAULT_INVOICE_DEADLINE_RULE.days,
    daysAfterShipping:
      input.daysAfterShipping ?? issuer?.deadline.daysAfterShipping ?? DEFAULT_INVOICE_DEADLINE_RULE.daysAfterShipping,
    globalCorrection: input.globalCorrection ?? issuer?.globalCorrection ?? "creditNote",
    globalEvery: input.globalEvery ?? issuer?.globalEvery ?? "off",
    sendsGlobalAutomatically: input.sendsGlobalAutomatically ?? issuer?.sendsGlobalAutomatically ?? false,
    undelivered: readUndeliveredOrderMode(input.undelivered ?? issuer?.undelivered ?? "atOnce"),
  };
  const { rfc, name, taxRegime, postalCode } = fields;
  if (!rfc || !name || !taxRegime || !postalCode) return refuse("issuer_incomplete");
  const error = findFieldError({ ...fields, rfc, name, taxRegime, postalCode }) ?? findVatError(input, fields.timeZone);
  if (error) return { ...refuse("issuer_invalid"), ...error };
  const keysBefore = issuer && { productKey: issuer.keys.productKey ?? null, unitKey: issuer.keys.unitKey ?? null };
  const refusal = await acceptSatKeys(tx, fields, keysBefore, { confirmation: input.confirmation, by });
  if (refusal) {
    const field = refusal.refused === "sat_unit_wrong" ? "unit-key" : "product-key";
    return {
      ...refuse("issuer_invalid"),
      field,
      sentence: refusalText(refusal.refused, "staff"),
      isUnlistedKey: refusal.refused === "sat_key_unknown",
    };
  }
  await sql`
    INSERT INTO invoice_issuers AS i (shop_id, rfc, name, tax_regime, postal_code, time_zone, series, product_key,
      unit_key, deadline_kind, deadline_days, min_deadline_days_after_shipping, global_correction, global_invoice_frequency, is_global_invoice_automatic, undelivered_order_mode)
    VALUES (${shopId}, ${rfc}, ${name}, ${taxRegime}, ${postalCode}, ${fields.timeZone}, ${fields.series},
      ${fields.productKey}, ${fields.unitKey}, ${fields.deadline}, ${fields.deadlineDays}, ${fields.daysAfterShipping},
      ${fields.globalCorrection}, ${fields.globalEvery}, ${fields.sendsGlobalAutomatically}, ${fields.undelivered})
    ON CONFLICT (shop_id) DO UPDATE SET (rfc, name, tax_regime, postal_code, time_zone, series, product_key,
      unit_key, deadline_kind, deadline_days, min_deadline_days_after_shipping, global_correction, global_invoice_frequency, is_global_invoice_automatic, undelivered_order_mode,
      certificate, certificate_number, encrypted_csd_secret, certificate_ends_at, is_demo) = (
      SELECT excluded.rfc, excluded.name, excluded.tax_regime, excluded.postal_code, excluded.time_zone,
        excluded.series, excluded.product_key, excluded.unit_key, excluded.deadline_kind,
        excluded.deadline_days, excluded.min_deadline_days_after_shipping, excluded.global_correction, excluded.global_invoice_frequency,
        excluded.is_global_invoice_automatic, excluded.undelivered_order_mode, CASE WHEN same_rfc THEN i.certificate END, CASE WHEN same_rfc THEN i.certificate_number END,
        CASE WHEN same_rfc THEN i.encrypted_csd_secret END, CASE WHEN same_rfc THEN i.certificate_ends_at END, same_rfc AND i.is_demo
      FROM (SELECT i.rfc = excluded.rfc AS same_rfc) s)`.execute(tx);
  const after = (await findIssuer(tx, shopId))!;
  const object = { kind: "issuer", id: shopId };
  const changedValues = findChangedFields(issuer, after);
  const vatChange = await changeGeneralRate(tx, after, { ...input, isNewIssuer: issuer === undefined }, by);
  if (!vatChange || Object.keys(changedValues.after).length > 0)
    await logChange(tx, by, { action: "issuer", object, ...changedValues });
  if (vatChange) await logChange(tx, by, { action: "vat-general", object, ...vatChange });
  return after;
}

/**
 * Changes the general rate. Returns its change for the log, or null if nothing changed: a form always sends the rate.
 */
async function changeGeneralRate(
  tx: Tx,
  { shopId, timeZone }: InvoiceIssuer,
  input: Pick<IssuerInput, "vatRateBps" | "vatFrom"> & { isNewIssuer: boolean },
  by: Actor,
): Promise<{ before?: object; after: object } | null> {
  const rateBps = VAT_RATES_BPS.find((rate) => rate === input.vatRateBps) ?? 1600;
  if (input.vatRateBps === undefined && !input.isNewIssuer) return null;
  // The first rate of a new issuer applies to all earlier sales, too. They have no invoice yet.
  const validFrom = input.isNewIssuer ? FIRST_VAT_DAY : input.vatFrom || todayIn(timeZone);
  const rateBeforeBps = generalVatOn(validFrom, await listGeneralRates(tx, shopId)).rateBps;
  if (rateBeforeBps === rateBps && !input.isNewIssuer) return null;
  await setGeneralRate(tx, shopId, { rateBps, validFrom }, by);
  return {
    ...(input.isNewIssuer ? {} : { before: { vat: formatPercent(rateBeforeBps) } }),
    after: { vat: formatPercent(rateBps), validFrom },
  };
}

function formatPercent(rateBps: number): string {
  return `${rateBps / 100} %`;
}

function todayIn(timeZone: string): string {
  return formatLocalTime(new Date(), timeZone).slice(0, 10);
}

/** The changed fields, for the log: without private keys and certificate files. */
function findChangedFields(
  before: InvoiceIssuer | undefined,
  after: InvoiceIssuer,
): { before?: object; after: object } {
  const [fieldsBefore, fieldsAfter] = [before && pickLoggedFields(before), pickLoggedFields(after)];
  const changedKeys = (Object.keys(fieldsAfter) as (keyof typeof fieldsAfter)[]).filter(
    (key) => fieldsBefore?.[key] !== fieldsAfter[key],
  );
  const pick = (fields: typeof fieldsAfter) => Object.fromEntries(changedKeys.map((key) => [key, fields[key]]));
  return { ...(fieldsBefore ? { before: pick(fieldsBefore) } : {}), after: pick(fieldsAfter) };
}

function pickLoggedFields(issuer: InvoiceIssuer) {
  const { rfc, name, taxRegime, postalCode, timeZone, series, keys, deadline, undelivered, csd } = issuer;
  const { productKey = null, unitKey = null } = keys;
  return {
    rfc,
    name,
    taxRegime,
    postalCode,
    timeZone,
    series,
    productKey,
    unitKey,
    deadline: deadline.kind,
    deadlineDays: deadline.days,
    undelivered,
    daysAfterShipping: deadline.daysAfterShipping,
    globalCorrection: issuer.globalCorrection,
    globalEvery: issuer.globalEvery,
    sendsGlobalAutomatically: issuer.sendsGlobalAutomatically,
    certificate: csd?.number ?? null,
  };
}

const VAT_DAY_SENTENCE = "Elige un día del calendario, desde el año 2000 y a lo más dentro de dos años.";

interface FieldError {
  field: string;
  sentence: string;
}

function findFieldError(
  issuer: Record<
    "rfc" | "name" | "taxRegime" | "postalCode" | "timeZone" | "deadline" | "globalCorrection" | "globalEvery",
    string
  > & {
    series: string | null;
    deadlineDays: number;
    daysAfterShipping: number;
    undelivered: UndeliveredOrderMode | undefined;
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
    [regime?.personKinds.includes(personKind(rfc)) ?? true, "regime", "Ese régimen no va con ese tipo de RFC."],
    [isFiscalPostalCode(issuer.postalCode), "postal-code", "Ese código postal no existe."],
    [
      nullIfThrows(() => formatLocalTime(new Date(), issuer.timeZone)) !== null,
      "time-zone",
      "No existe esa zona horaria.",
    ],
    [
      issuer.series === null || /^[A-Z0-9]{1,10}$/.test(issuer.series),
      "series",
      "La serie son de 1 a 10 letras o números.",
    ],
    [["year", "month", "days"].includes(issuer.deadline), "deadline", "El plazo es year, month o days."],
    [
      Number.isInteger(issuer.deadlineDays) && issuer.deadlineDays >= 0 && issuer.deadlineDays <= 366,
      "days",
      "El plazo va de 0 a 366 días.",
    ],
    [
      Number.isInteger(issuer.daysAfterShipping) && issuer.daysAfterShipping >= 0 && issuer.daysAfterShipping <= 366,
      "days-after-shipping",
      "Van de 0 a 366 días desde el envío.",
    ],
    [
      ["creditNote", "reissue"].includes(issuer.globalCorrection),
      "global-correction",
      "Una global se corrige con creditNote o reissue.",
    ],
    [
      GLOBAL_INTERVALS.some((every) => every === issuer.globalEvery),
      "global-every",
      "La global se prepara off, day, week, fortnight o month.",
    ],
    [issuer.undelivered !== undefined, "undelivered", "De lo pagado sin enviar: atOnce o deposit."],
  ];
  const error = checks.find(([isValid]) => !isValid);
  return error ? { field: error[1], sentence: error[2] } : null;
}

/** Checks the VAT fields. The time zone must be valid. */
function findVatError({ vatRateBps, vatFrom }: IssuerInput, timeZone: string): FieldError | null {
  if (vatRateBps !== undefined && !VAT_RATES_BPS.some((rate) => rate === vatRateBps)) {
    return { field: "vat", sentence: "El IVA es 16, o 8 en la franja fronteriza." };
  }
  if (vatFrom && !isVatDay(vatFrom, todayIn(timeZone))) return { field: "vat-from", sentence: VAT_DAY_SENTENCE };
  return null;
}

/**
 * Sets SAT's keys of a product, or of a category for its products without keys of their own. Null removes a key.
 * With an undefined unit key the unit key does not change.
 */
export function setSatKeys(
  app: App,
  target: { table: "products" | "categories"; id: string },
  keys: { productKey: string | null; unitKey: string | null | undefined; confirmation?: KeyConfirmation },
  by: Actor,
): Promise<"set" | Refusal<"not_found"> | SatKeyRefusal> {
  return transact(app.db, async (tx) => {
    const { confirmation, productKey } = keys;
    const row = await tx
      .selectFrom(target.table)
      .select(["name", "sat_product_key as productKey", "sat_unit_key as unitKey"])
      .where("id", "=", target.id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return refuse("not_found");
    const unitKey = keys.unitKey === undefined ? row.unitKey : keys.unitKey;
    const refusal = await acceptSatKeys(tx, { productKey, unitKey }, row, { confirmation, by });
    if (refusal) return refusal;
    await tx
      .updateTable(target.table)
      .set({ sat_product_key: productKey, sat_unit_key: unitKey })
      .where("id", "=", target.id)
      .execute();
    const { name, ...before } = row;
    await logChange(tx, by, {
      action: "sat-keys",
      object: { kind: "sat-keys", id: target.id },
      before,
      after: { name, productKey, unitKey },
    });
    return "set" as const;
  });
}
