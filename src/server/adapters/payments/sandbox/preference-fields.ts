import { z } from "zod";
import type { MpRefusal } from "./mp-errors.ts";
import { fromWireDate } from "./wire-date.ts";

const webUrl = z.url({ protocol: /^https?$/ }).max(500);
const instant = z.string().refine((text) => fromWireDate(text) !== undefined);
const idList = z.array(z.looseObject({ id: z.string().nullish() }));

const Item = z.looseObject({
  title: z.string().min(1).max(256),
  quantity: z.int().min(1).max(10_000),
  unit_price: z.number().positive().max(10_000_000),
});

const PreferenceFields = z.looseObject({
  items: z.array(Item).min(1).max(200),
  external_reference: z.string().max(256).nullish(),
  back_urls: z
    .looseObject({ success: webUrl.nullish(), pending: webUrl.nullish(), failure: webUrl.nullish() })
    .nullish(),
  auto_return: z.enum(["approved", "all"]).nullish(),
  notification_url: webUrl.nullish(),
  expires: z.boolean().nullish(),
  expiration_date_from: instant.nullish(),
  expiration_date_to: instant.nullish(),
  date_of_expiration: instant.nullish(),
  binary_mode: z.boolean().nullish(),
  statement_descriptor: z.string().max(50).nullish(),
  payer: z.looseObject({ email: z.string().nullish() }).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  payment_methods: z
    .looseObject({
      excluded_payment_types: idList.nullish(),
      excluded_payment_methods: idList.nullish(),
      installments: z.int().min(1).max(36).nullish(),
    })
    .nullish(),
});
export type PreferenceFields = z.output<typeof PreferenceFields>;

/** The refusal for each invalid field. */
const REFUSAL_OF_FIELD: Record<string, MpRefusal> = {
  items: "bad_items",
  back_urls: "bad_back_urls",
  auto_return: "bad_auto_return",
  notification_url: "bad_notification_url",
  expiration_date_from: "bad_expiration",
  expiration_date_to: "bad_expiration",
  date_of_expiration: "bad_expiration",
};

/** Validates those fields of a preference that the shop's adapter sends. Other fields are stored unchecked. */
export function readPreferenceFields(body: unknown): PreferenceFields | { refused: MpRefusal } {
  const parsed = PreferenceFields.safeParse(body);
  if (!parsed.success)
    return { refused: REFUSAL_OF_FIELD[String(parsed.error.issues[0]?.path[0])] ?? "bad_preference" };
  if (parsed.data.auto_return && !parsed.data.back_urls?.success) return { refused: "bad_auto_return" };
  return parsed.data;
}
