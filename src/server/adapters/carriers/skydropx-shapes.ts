import { z } from "zod";

/** Skydropx writes amounts as text, and some as numbers. */
const Amount = z.coerce.number().nonnegative();

export const SkydropxToken = z.object({
  access_token: z.string().min(1),
  /** Seconds. */
  expires_in: z.coerce.number().positive(),
});

const Rate = z.object({
  id: z.string().min(1),
  provider_name: z.string().min(1),
  provider_display_name: z.string().nullish(),
  provider_service_name: z.string().nullish(),
  provider_service_code: z.string().nullish(),
  success: z.boolean(),
  status: z.string().nullish(),
  total: Amount.nullish(),
  currency_code: z.string().nullish(),
  days: z.coerce.number().nullish(),
});
export type SkydropxRate = z.output<typeof Rate>;

/** A quotation. Its rates arrive one after another, until it is complete. */
export const SkydropxQuotation = z.object({
  id: z.string().min(1),
  is_completed: z.boolean(),
  rates: z.array(Rate).default([]),
});
export type SkydropxQuotation = z.output<typeof SkydropxQuotation>;

const ShipmentResource = z.object({
  id: z.string().min(1),
  attributes: z.object({
    workflow_status: z.string().nullish(),
    total: Amount.nullish(),
    master_tracking_number: z.string().nullish(),
    created_at: z.string().nullish(),
    error_detail: z.unknown().optional(),
  }),
});

/** A resource that belongs to a shipment: a package, which has the label, or an address. */
const IncludedResource = z.object({
  type: z.string(),
  attributes: z
    .object({
      tracking_number: z.string().nullish(),
      label_url: z.string().nullish(),
      company: z.string().nullish(),
      reference: z.string().nullish(),
    })
    .nullish(),
});

export const SkydropxShipment = z.object({ data: ShipmentResource, included: z.array(IncludedResource).nullish() });
export type SkydropxShipment = z.output<typeof SkydropxShipment>;

export const SkydropxShipments = z.object({ data: z.array(ShipmentResource) });

export const SkydropxCredits = z.object({ data: z.object({ balance: z.coerce.number() }) });

export const SkydropxCancellation = z.object({ success: z.boolean().nullish(), status: z.string().nullish() });

/** The events of a guide, newest first. */
export const SkydropxEvents = z.object({
  data: z.array(z.object({ attributes: z.object({ status: z.string(), date: z.string().nullish() }) })),
});

/** A webhook about a package. */
export const SkydropxWebhook = z.object({
  data: z.object({ attributes: z.object({ tracking_number: z.string().min(1).max(100) }) }),
});
