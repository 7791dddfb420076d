import { z } from "zod";

/** An amount is a number, but for some carriers Envia sends it as text. */
const Amount = z.coerce.number().nonnegative();

/** A failed call. Some have status 200, so `meta` decides (docs.envia.com, Error Response Formats). */
export const EnviaError = z.object({
  meta: z.literal("error"),
  error: z.object({
    code: z.union([z.number(), z.string()]).nullish(),
    description: z.string().nullish(),
    message: z.string().nullish(),
  }),
});

/** `POST /ship/rate/`. A carrier without service on a route is missing from the list. */
export const EnviaRates = z.object({
  meta: z.literal("rate"),
  data: z.array(
    z.object({
      carrier: z.string().min(1),
      carrierDescription: z.string().nullish(),
      service: z.string().min(1),
      serviceDescription: z.string().nullish(),
      totalPrice: Amount,
      currency: z.string(),
      deliveryDate: z
        .object({ dateDifference: z.coerce.number().nullish(), timeUnit: z.string().nullish() })
        .nullish()
        .catch(null),
    }),
  ),
});

/** `POST /ship/generate/`: one label, because one package is sent. */
export const EnviaLabels = z.object({
  meta: z.literal("generate"),
  data: z
    .array(
      z.object({
        trackingNumber: z.coerce.string().min(1),
        label: z.string().nullish(),
        totalPrice: Amount.nullish().catch(null),
        currency: z.string().nullish(),
      }),
    )
    .min(1),
});

/** `POST /ship/generaltrack/`. */
export const EnviaTracking = z.object({
  meta: z.literal("generaltrack"),
  data: z.array(
    z.object({
      trackingNumber: z.coerce.string(),
      status: z.string(),
      shippedAt: z.string().nullish(),
      deliveredAt: z.string().nullish(),
      eventHistory: z
        .array(z.object({ date: z.string().nullish(), datetime: z.string().nullish() }))
        .nullish()
        .catch(null),
    }),
  ),
});

/** `POST /ship/cancel/`. */
export const EnviaCancellation = z.object({ meta: z.literal("cancel") });

/** `GET /guide/{MM}/{YYYY}` of the Queries API: the shipments of a month, 300 a page. */
export const EnviaShipments = z.object({
  data: z.array(
    z.object({
      tracking_number: z.coerce.string().nullish(),
      status: z.string().nullish(),
      sender_company_name: z.string().nullish(),
      grand_total: Amount.nullish().catch(null),
      currency: z.string().nullish(),
      created_at: z.string().nullish(),
      label_file: z.string().nullish(),
    }),
  ),
});

const Guide = z.object({ trackingNumber: z.coerce.string().min(1).max(100) });

/**
 * A webhook of tracking. Only the guide is used: webhooks are not signed, so the state is always looked up.
 * (docs.envia.com, Webhooks Guide, says that the payload differs between types.)
 */
export const EnviaWebhook = z.union([Guide, z.object({ data: Guide }).transform(({ data }) => data)]);
