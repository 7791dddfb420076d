import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { INSTALLMENT_MONTHS } from "../../../../domain/installments.ts";
import { toCents } from "../../../../domain/money.ts";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import { SANDBOX_COLLECTOR_ID } from "./credentials.ts";
import type { MpRefusal } from "./mp-errors.ts";
import { isOutcomeName, OUTCOMES, type OutcomeName } from "./payment-states.ts";
import { readPreferenceFields, type PreferenceFields } from "./preference-fields.ts";
import type { SandboxDb, SandboxTables } from "./tables.ts";
import { fromWireDate, toWireDate } from "./wire-date.ts";

export type Preference = Selectable<SandboxTables["sandbox.mp_preferences"]>;

/** Stores a preference. `callOrigin` is the origin of the call, for a preference without `back_urls.success`. */
export async function createPreference(
  db: SandboxDb,
  body: unknown,
  callOrigin: string,
): Promise<Preference | Refusal<MpRefusal>> {
  const fields = readPreferenceFields(body);
  if (isRefusal(fields)) return fields;
  return db
    .insertInto("sandbox.mp_preferences")
    .values({ id: `${SANDBOX_COLLECTOR_ID}-${randomUUID()}`, ...columnsOf(fields, callOrigin) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Replaces the given fields and keeps the others. Existing links stay valid. */
export async function updatePreference(
  db: SandboxDb,
  id: string,
  body: object,
): Promise<Preference | Refusal<MpRefusal>> {
  const storedPreference = await findPreference(db, id);
  if (!storedPreference) return refuse("preference_not_found");
  const fields = readPreferenceFields({ ...storedPreference.fields, ...body });
  if (isRefusal(fields)) return fields;
  return db
    .updateTable("sandbox.mp_preferences")
    .set({ ...columnsOf(fields, storedPreference.origin), origin: storedPreference.origin, updated_at: new Date() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findPreference(db: SandboxDb, id: string): Promise<Preference | undefined> {
  return db.selectFrom("sandbox.mp_preferences").selectAll().where("id", "=", id).executeTakeFirst();
}

function columnsOf(fields: PreferenceFields, callOrigin: string) {
  const totalCents = fields.items.reduce((sum, item) => sum + toCents(item.unit_price) * item.quantity, 0);
  return {
    origin: fields.back_urls?.success ? new URL(fields.back_urls.success).origin : callOrigin,
    external_reference: fields.external_reference ?? null,
    fields: JSON.stringify(fields),
    total_cents: totalCents,
  };
}

/** The URL of the hosted page, returned as `init_point`. */
export function initPoint({ origin, id }: Preference): string {
  return `${origin}/sandbox/mp/checkout/v1/redirect?pref_id=${id}`;
}

/** Outside its validity a preference cannot be paid. Without `expires` the dates have no effect. */
export function isPayable({ fields }: Preference, now: Date): boolean {
  if (!fields.expires) return true;
  const validFrom = fields.expiration_date_from ? fromWireDate(fields.expiration_date_from)! : undefined;
  const validUntil = fields.expiration_date_to ? fromWireDate(fields.expiration_date_to)! : undefined;
  return (!validFrom || validFrom <= now) && (!validUntil || now < validUntil);
}

/** Whether the buyer may choose an outcome: no excluded types or methods, and no pending outcome in binary mode. */
export function allowsOutcome({ fields }: Preference, name: OutcomeName): boolean {
  const { method, type, status } = OUTCOMES[name];
  const methodRules = fields.payment_methods;
  if (methodRules?.excluded_payment_types?.some((exclusion) => exclusion.id === type)) return false;
  if (methodRules?.excluded_payment_methods?.some((exclusion) => exclusion.id === method)) return false;
  return !(fields.binary_mode && (status === "pending" || status === "in_process"));
}

/**
 * The numbers of monthly payments that the buyer may choose: 1, and the plans without interest up to the preference's
 * cap. Without a cap the sandbox offers only 1, like an account whose owner has not enabled installments.
 */
export function installmentChoices({ fields }: Preference): number[] {
  const cap = fields.payment_methods?.installments ?? 1;
  return [1, ...INSTALLMENT_MONTHS.filter((months) => months <= cap)];
}

export function allowedOutcomes(preference: Preference): OutcomeName[] {
  return Object.keys(OUTCOMES)
    .filter(isOutcomeName)
    .filter((name) => allowsOutcome(preference, name));
}

/** A preference as the API shows it: what was sent, with the provider's defaults for the rest. */
export function preferenceJson(preference: Preference): object {
  const { fields } = preference;
  return {
    additional_info: "",
    auto_return: "",
    binary_mode: false,
    client_id: String(SANDBOX_COLLECTOR_ID),
    coupon_code: null,
    coupon_labels: null,
    date_of_expiration: null,
    expiration_date_from: null,
    expiration_date_to: null,
    expires: false,
    marketplace: "NONE",
    marketplace_fee: 0,
    metadata: {},
    notification_url: null,
    operation_type: "regular_payment",
    processing_modes: null,
    redirect_urls: { failure: "", pending: "", success: "" },
    shipments: { default_shipping_method: null, receiver_address: {} },
    statement_descriptor: null,
    ...fields,
    back_urls: { failure: "", pending: "", success: "", ...fields.back_urls },
    collector_id: SANDBOX_COLLECTOR_ID,
    date_created: toWireDate(preference.created_at),
    external_reference: preference.external_reference ?? "",
    id: preference.id,
    init_point: initPoint(preference),
    items: fields.items.map((item) => ({ id: "", description: "", currency_id: "MXN", ...item })),
    last_updated: toWireDate(preference.updated_at),
    sandbox_init_point: initPoint(preference),
    site_id: "MLM",
  };
}
