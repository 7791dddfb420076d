import type { Context, Hono } from "hono";
import type { Selectable } from "kysely";
import { z } from "zod";
import { stateOfPostalCode } from "../../../../domain/postal-code.ts";
import { toPesos } from "../../../../domain/money.ts";
import type { HttpEnv } from "../../../api/env.ts";
import type { Schema } from "../../../db/schema.ts";
import { isSameSecret } from "../../../http/same-secret.ts";
import { waitForDisconnect } from "../../payments/sandbox/api-faults.ts";
import { labelUrlOf, type CarrierSandbox } from "./carrier-sandbox.ts";
import { failBeforeWork, closeConnection } from "./envia-endpoint.ts";
import { readCarrierFault, type CarrierFault } from "./faults.ts";
import { ratesOf } from "./rates.ts";
import { cancelLabel, sellLabel } from "./sell-label.ts";

const ROOT = "/sandbox/carriers/skydropx";

/** Delays of quotations and labels. Skydropx itself takes seconds for a quotation and minutes for a label. */
const QUOTATION_DELAY_MS = 150;
const LABEL_DELAY_MS = 600;
const PAGE_SIZE = 20;
/** The longest street with its number that carriers print. */
const MAX_STREET_LENGTH = 35;

const Text = z.string().min(1).max(200);
const QuotationAddress = z.object({
  country_code: z.literal("MX"),
  postal_code: Text,
  area_level1: Text,
  area_level2: Text,
  area_level3: Text,
});
const Centimeters = z.number().positive().max(200);
const Quotation = z.object({
  quotation: z.object({
    address_from: QuotationAddress,
    address_to: QuotationAddress,
    parcels: z
      .array(
        z.object({
          length: Centimeters,
          width: Centimeters,
          height: Centimeters,
          weight: z.number().positive().max(70),
        }),
      )
      .length(1),
    requested_carriers: z.array(Text).length(1),
  }),
});
const ShipmentAddress = z.object({
  street1: Text,
  name: Text,
  company: Text,
  phone: z.string().regex(/^\d{10}$/),
  email: Text,
  reference: Text,
});
const Shipment = z.object({
  shipment: z.object({
    rate_id: z.string(),
    printing_format: z.enum(["thermal", "standard"]),
    address_from: ShipmentAddress,
    address_to: ShipmentAddress,
    packages: z
      .array(
        z.object({ package_number: z.literal("1"), consignment_note: z.string().regex(/^\d{8}$/), package_type: Text }),
      )
      .length(1),
  }),
});

/** The content of the ids of quotations and rates. The ids encode it, so that nothing is stored before a purchase. */
const IdContent = z.object({
  carrier: z.string(),
  service: z.string().optional(),
  place: z.string(),
  box: z.object({ length: Centimeters, width: Centimeters, height: Centimeters, weight: z.number() }),
  at: z.number(),
});
type IdContent = z.output<typeof IdContent>;

type Handler = (context: Context<HttpEnv>, fault: CarrierFault | null) => Response | Promise<Response>;

/**
 * Skydropx Pro's API: tokens, quotations, shipments, tracking and credits. It sells the same labels as the sandbox's
 * Envia.
 */
export function bindSkydropx(api: Hono<HttpEnv>, sandbox: CarrierSandbox): void {
  const { db } = sandbox;
  const endpoint = (handle: Handler) => async (context: Context<HttpEnv>) => {
    const fault = await readCarrierFault(db);
    const failure = await failBeforeWork(fault, context);
    if (failure) return failure;
    const token = /^Bearer (.+)$/i.exec(context.req.header("authorization") ?? "")?.[1] ?? "";
    if (!isSameSecret(token, sandbox.token)) return context.json({ error: "Token inválido" }, 401);
    return handle(context, fault);
  };

  api.post(`${ROOT}/api/v1/oauth/token`, async (context) => {
    const failure = await failBeforeWork(await readCarrierFault(db), context);
    if (failure) return failure;
    const form = new URLSearchParams(await context.req.text());
    if (
      form.get("grant_type") !== "client_credentials" ||
      !isSameSecret(form.get("client_secret") ?? "", sandbox.token)
    ) {
      return context.json({ error: "invalid_client", error_description: "Credenciales inválidas" }, 401);
    }
    const token = { access_token: sandbox.token, token_type: "Bearer", expires_in: 7_200, scope: "read write" };
    return context.json({ ...token, created_at: Math.floor(Date.now() / 1_000) });
  });

  api.post(
    `${ROOT}/api/v1/quotations`,
    endpoint(async (context) => {
      const body = await readBody(context, Quotation);
      if (body instanceof Response) return body;
      const { address_from: from, address_to: to, parcels, requested_carriers: carriers } = body.quotation;
      for (const [name, { postal_code: code }] of Object.entries({ address_from: from, address_to: to })) {
        if (stateOfPostalCode(code) === null || code === "00000") {
          return context.json({ errors: { [name]: { postal_code: ["no es válido"] } } }, 422);
        }
      }
      const place = `${to.area_level3}, ${to.postal_code} ${to.area_level2}, ${to.area_level1}`.slice(0, 200);
      const idContent: IdContent = { carrier: carriers[0]!, place, box: parcels[0]!, at: Date.now() };
      return context.json(toQuotationJson(idContent), 201);
    }),
  );
  api.get(
    `${ROOT}/api/v1/quotations/:id`,
    endpoint((context) => {
      const idContent = decodeId(context.req.param("id") ?? "");
      return idContent
        ? context.json(toQuotationJson(idContent))
        : context.json({ error: "No se encontró la cotización" }, 404);
    }),
  );

  api.post(
    `${ROOT}/api/v1/shipments`,
    endpoint(async (context, fault) => {
      const body = await readBody(context, Shipment);
      if (body instanceof Response) return body;
      const { rate_id: rateId, address_from: from, address_to: to } = body.shipment;
      const idContent = decodeId(rateId);
      const rate = idContent && ratesOfIdContent(idContent).find(({ service }) => service === idContent.service);
      if (!rate) return context.json({ errors: { rate: ["La tarifa no se encontró"] } }, 422);
      for (const [name, { street1 }] of Object.entries({ address_from: from, address_to: to })) {
        if (street1.length > MAX_STREET_LENGTH) {
          return context.json(
            { errors: { [name]: { street1: [`es demasiado largo (máximo ${MAX_STREET_LENGTH} caracteres)`] } } },
            422,
          );
        }
      }
      const guide = await sellLabel(sandbox, {
        carrier: rate.carrier,
        service: rate.service,
        senderCompany: from.company,
        consignee: to.name,
        destination: `${to.street1}, ${idContent.place}`,
        grams: Math.round(idContent.box.weight * 1_000),
        priceCents: fault === "wrong-price" ? Math.round(rate.totalCents * 1.25) : rate.totalCents,
      });
      if (guide === null) return context.json({ error: "Créditos insuficientes" }, 422);
      if (fault !== "hang-after-purchase") {
        const row = await findLabel(sandbox, guide);
        return context.json(toShipmentJson(sandbox, row!), 202);
      }
      await waitForDisconnect(context);
      return closeConnection(context);
    }),
  );
  api.get(
    `${ROOT}/api/v1/shipments`,
    endpoint(async (context) => {
      const page = Math.max(1, Math.trunc(Number(context.req.query("page") ?? 1)) || 1);
      const rows = await db
        .selectFrom("sandbox_carrier_guides")
        .selectAll()
        .orderBy("created_at", "desc")
        .limit(PAGE_SIZE)
        .offset((page - 1) * PAGE_SIZE)
        .execute();
      return context.json({ data: rows.map((row) => toShipmentJson(sandbox, row).data) });
    }),
  );
  api.get(
    `${ROOT}/api/v1/shipments/tracking`,
    endpoint(async (context) => {
      const row = await findLabel(sandbox, context.req.query("tracking_number") ?? "");
      if (!row || row.carrier !== context.req.query("carrier_name") || TRACKING_STATUS[row.status] === null) {
        return context.json({ error: "No se encontró eventos de rastreo para ese número de guía." }, 404);
      }
      const attributes = {
        status: TRACKING_STATUS[row.status],
        date: row.changed_at.toISOString(),
        description: null,
        location: null,
      };
      return context.json({ data: [{ id: row.guide, type: "shipment_event", attributes }] });
    }),
  );
  api.get(
    `${ROOT}/api/v1/shipments/:id`,
    endpoint(async (context) => {
      const row = await findLabel(sandbox, context.req.param("id") ?? "");
      return row ? context.json(toShipmentJson(sandbox, row)) : context.json({ error: "No se encontró el envío" }, 404);
    }),
  );
  api.post(
    `${ROOT}/api/v1/shipments/:id/cancellations`,
    endpoint(async (context) => {
      const outcome = await cancelLabel(sandbox, context.req.param("id") ?? "");
      if (outcome === "done") return context.json({ success: true, status: "cancelled" }, 201);
      if (outcome === null) return context.json({ error: "No se encontró el envío" }, 404);
      return context.json({ error: "El envío no se puede cancelar" }, 422);
    }),
  );
  api.get(
    `${ROOT}/api/v1/finance/credits`,
    endpoint(async (context) => {
      const { balance_cents: balanceCents } = await db
        .selectFrom("sandbox_carrier_settings")
        .select("balance_cents")
        .executeTakeFirstOrThrow();
      return context.json({ data: { balance: toPesos(balanceCents), currency: "MXN" } });
    }),
  );
}

type SandboxLabel = Selectable<Schema["sandbox_carrier_guides"]>;

/** The status of a parcel's newest event. Null if it has none. */
const TRACKING_STATUS: Record<SandboxLabel["status"], string | null> = {
  Created: null,
  Shipped: "in_transit",
  Delivered: "delivered",
  "Delivery Attempt": "delivery_attempt",
  Canceled: "canceled",
};

async function readBody<Schema extends z.ZodType>(
  context: Context<HttpEnv>,
  schema: Schema,
): Promise<z.output<Schema> | Response> {
  const parsed = schema.safeParse(await context.req.json().catch(() => null));
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]!.path.join(".") || "base";
  return context.json({ errors: { [field]: ["no es válido"] } }, 422);
}

function findLabel({ db }: CarrierSandbox, guide: string): Promise<SandboxLabel | undefined> {
  return db.selectFrom("sandbox_carrier_guides").selectAll().where("guide", "=", guide).executeTakeFirst();
}

const encodeId = (idContent: IdContent): string => Buffer.from(JSON.stringify(idContent)).toString("base64url");

function decodeId(id: string): IdContent | null {
  try {
    return IdContent.safeParse(JSON.parse(Buffer.from(id, "base64url").toString())).data ?? null;
  } catch {
    return null;
  }
}

function ratesOfIdContent({ carrier, box: { weight, ...dimensions } }: IdContent) {
  return ratesOf({ packages: [{ weight, dimensions }], shipment: { carrier } });
}

function toQuotationJson(idContent: IdContent): object {
  const isCompleted = Date.now() - idContent.at >= QUOTATION_DELAY_MS;
  const rates = ratesOfIdContent(idContent).map((rate) => ({
    id: encodeId({ ...idContent, service: rate.service }),
    success: isCompleted,
    status: isCompleted ? "price_found_external" : "pending",
    provider_name: rate.carrier,
    provider_display_name: rate.carrierDescription,
    provider_service_name: rate.description,
    provider_service_code: rate.service,
    total: isCompleted ? toPesos(rate.totalCents).toFixed(2) : null,
    currency_code: "MXN",
    days: rate.days,
    error_messages: [],
  }));
  return { id: encodeId(idContent), is_completed: isCompleted, rates };
}

function toShipmentJson(sandbox: CarrierSandbox, row: SandboxLabel) {
  const isLabelReady = Date.now() - row.created_at.getTime() >= LABEL_DELAY_MS;
  const workflowStatus = row.status === "Canceled" ? "cancelled" : isLabelReady ? "success" : "in_progress";
  return {
    data: {
      id: row.guide,
      type: "shipment",
      attributes: {
        carrier_name: row.carrier,
        workflow_status: workflowStatus,
        payment_status: row.status === "Canceled" ? "refunded" : "paid",
        total: toPesos(row.price_cents).toFixed(2),
        master_tracking_number: isLabelReady ? row.guide : null,
        error_detail: { error_code: null, error_message: null, error_message_detail: null },
        created_at: row.created_at.toISOString(),
      },
    },
    included: [
      {
        id: `${row.guide}-1`,
        type: "package",
        attributes: {
          tracking_number: isLabelReady ? row.guide : null,
          label_url: isLabelReady ? labelUrlOf(sandbox, row.guide) : null,
        },
      },
      { id: `${row.guide}-from`, type: "address", attributes: { company: row.sender_company } },
    ],
  };
}
