import type { Context, Hono } from "hono";
import { z } from "zod";
import { toPesos } from "../../../../domain/money.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { waitForDisconnect } from "../../payments/sandbox/api-faults.ts";
import { labelUrlOf, type CarrierSandbox } from "./carrier-sandbox.ts";
import { enviaEndpoint, enviaError, closeConnection } from "./envia-endpoint.ts";
import { ratesOf, type SandboxRate } from "./rates.ts";
import { cancelLabel, sellLabel } from "./sell-label.ts";
import { readShipment } from "./shipment-body.ts";

const CancelBody = z.object({ carrier: z.string(), trackingNumber: z.string() });

/** Envia's Shipping API: rates, labels, cancellations. */
export function bindShipping(api: Hono<HttpEnv>, sandbox: CarrierSandbox): void {
  api.post(
    "/sandbox/carriers/ship/rate/",
    enviaEndpoint(sandbox, async (context) => {
      const body = await readShipment(context);
      if ("message" in body) return enviaError(context, body);
      return context.json({ meta: "rate", data: ratesOf(body).map(toRateJson) });
    }),
  );
  api.post(
    "/sandbox/carriers/ship/generate/",
    enviaEndpoint(sandbox, async (context, fault) => {
      const body = await readShipment(context);
      if ("message" in body) return enviaError(context, body);
      const rate = ratesOf(body).find(({ service }) => service === body.shipment.service);
      if (!rate) return enviaError(context, { message: "The service is not available on this route." });
      const priceCents = fault === "wrong-price" ? Math.round(rate.totalCents * 1.25) : rate.totalCents;
      const { destination, origin } = body;
      const guide = await sellLabel(sandbox, {
        carrier: rate.carrier,
        service: rate.service,
        senderCompany: origin.company,
        consignee: destination.name,
        destination: `${destination.street} ${destination.number}, ${destination.district}, ${destination.postalCode} ${destination.city}, ${destination.state}`,
        grams: Math.round(body.packages[0]!.weight * 1_000),
        priceCents,
      });
      if (guide === null) return enviaError(context, { code: 402, message: "Insufficient balance." });
      if (fault !== "hang-after-purchase")
        return context.json(toLabelJson(context, labelUrlOf(sandbox, guide), { ...rate, guide, priceCents }));
      await waitForDisconnect(context);
      return closeConnection(context);
    }),
  );
  api.post(
    "/sandbox/carriers/ship/cancel/",
    enviaEndpoint(sandbox, async (context) => {
      const parsed = CancelBody.safeParse(await context.req.json().catch(() => null));
      if (!parsed.success) {
        const field = parsed.error.issues[0]!.path.join() || "carrier";
        return enviaError(context, { message: `The ${field} field is required.` });
      }
      return respondToCancellation(context, sandbox, parsed.data.trackingNumber);
    }),
  );
}

async function respondToCancellation(
  context: Context<HttpEnv>,
  sandbox: CarrierSandbox,
  guide: string,
): Promise<Response> {
  const outcome = await cancelLabel(sandbox, guide);
  if (outcome === "done") return context.json({ meta: "cancel", data: [{ trackingNumber: guide }] });
  if (outcome === null) return enviaError(context, { code: 404, message: "Shipment not found." });
  if (outcome === "Canceled") return enviaError(context, { code: 1115, message: "Shipment already canceled." });
  return enviaError(context, { message: "The carrier has received this shipment." });
}

function toRateJson(rate: SandboxRate): object {
  return {
    carrier: rate.carrier,
    carrierDescription: rate.carrierDescription,
    service: rate.service,
    serviceDescription: rate.description,
    deliveryEstimate: `${rate.days} días`,
    deliveryDate: { date: null, dateDifference: rate.days, timeUnit: "days" },
    totalPrice: toPesos(rate.totalCents),
    currency: "MXN",
  };
}

function toLabelJson(
  context: Context<HttpEnv>,
  labelUrl: string,
  label: SandboxRate & { guide: string; priceCents: number },
): object {
  const { origin } = new URL(context.req.url);
  return {
    meta: "generate",
    data: [
      {
        carrier: label.carrier,
        service: label.service,
        trackingNumber: label.guide,
        trackUrl: `${origin}/sandbox/carriers`,
        label: labelUrl,
        totalPrice: toPesos(label.priceCents),
        currency: "MXN",
      },
    ],
  };
}
