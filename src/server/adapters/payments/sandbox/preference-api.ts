import { isRefusal, refuse } from "../../../../domain/refusal.ts";
import type { MpRouter } from "./api-router.ts";
import { SANDBOX_COLLECTOR_ID } from "./credentials.ts";
import { createPreference, findPreference, preferenceJson, updatePreference } from "./preferences.ts";
import type { SandboxDb } from "./tables.ts";
import { toWireDate } from "./wire-date.ts";

const SEARCH_LIMIT = 50;

/** `/checkout/preferences`. */
export function bindPreferences(route: MpRouter): void {
  route("POST", "/checkout/preferences", async ({ db, body, origin }) => {
    const preference = await createPreference(db, body, origin);
    return isRefusal(preference) ? preference : { status: 201, body: preferenceJson(preference) };
  });
  route("GET", "/checkout/preferences/search", async ({ db, query }) => ({
    status: 200,
    body: await searchPreferences(db, query.external_reference),
  }));
  route("GET", "/checkout/preferences/:id", async ({ db, id }) => {
    const preference = await findPreference(db, id);
    return preference ? { status: 200, body: preferenceJson(preference) } : refuse("preference_not_found");
  });
  route("PUT", "/checkout/preferences/:id", async ({ db, id, body }) => {
    const preference = await updatePreference(db, id, body);
    return isRefusal(preference) ? preference : { status: 200, body: preferenceJson(preference) };
  });
}

async function searchPreferences(db: SandboxDb, reference: string | undefined): Promise<object> {
  const preferences = await db
    .selectFrom("sandbox.mp_preferences")
    .selectAll()
    .$if(reference !== undefined, (query) => query.where("external_reference", "=", reference!))
    .orderBy("created_at", "desc")
    .limit(SEARCH_LIMIT)
    .execute();
  const elements = preferences.map(({ id, fields, created_at, updated_at, external_reference }) => ({
    id,
    client_id: String(SANDBOX_COLLECTOR_ID),
    collector_id: SANDBOX_COLLECTOR_ID,
    date_created: toWireDate(created_at),
    last_updated: toWireDate(updated_at),
    expiration_date_from: fields.expiration_date_from ?? null,
    expiration_date_to: fields.expiration_date_to ?? null,
    expires: fields.expires ?? false,
    external_reference: external_reference ?? "",
    items: fields.items.map((item) => item.title),
    live_mode: false,
    marketplace: "NONE",
    operation_type: "regular_payment",
    payer_email: fields.payer?.email ?? null,
    site_id: "MLM",
  }));
  return { elements, next_offset: elements.length, total: elements.length };
}
