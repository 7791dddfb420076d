import type { Context } from "hono";
import { z } from "zod";
import { stateOfPostalCode } from "../../../../domain/postal-code.ts";
import type { HttpEnv } from "../../../api/env.ts";

const Text = z.string().max(200);
const Address = z.object({
  name: Text.min(1),
  company: Text.default(""),
  phone: Text.min(1),
  street: Text.min(1),
  number: Text.default(""),
  district: Text.default(""),
  city: Text.min(1),
  state: Text.min(1),
  country: z.literal("MX"),
  postalCode: Text,
});

const ShipmentBody = z.object({
  origin: Address,
  destination: Address,
  packages: z
    .array(
      z.object({
        weight: z.number().positive().max(70),
        dimensions: z.object({
          length: z.number().positive().max(200),
          width: z.number().positive().max(200),
          height: z.number().positive().max(200),
        }),
      }),
    )
    .length(1),
  shipment: z.object({ carrier: z.string(), service: z.string().optional() }),
});
export type ShipmentBody = z.output<typeof ShipmentBody>;

/** The longest street with its number that carriers print. */
const MAX_STREET_LENGTH = 35;

/** The body of a request for rates or a label, or Envia's message if it is invalid. */
export async function readShipment(context: Context<HttpEnv>): Promise<ShipmentBody | { message: string }> {
  const body: unknown = await context.req.json().catch(() => null);
  const parsed = ShipmentBody.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { message: `The ${issue!.path.join(".")} field is not valid.` };
  }
  for (const addressField of ["origin", "destination"] as const) {
    const { postalCode, street, number } = parsed.data[addressField];
    if (stateOfPostalCode(postalCode) === null || postalCode === "00000") {
      return { message: `The ${addressField}.postalCode field is not a valid postal code.` };
    }
    if (`${street} ${number}`.trim().length > MAX_STREET_LENGTH) {
      return { message: `The ${addressField}.street may not be longer than ${MAX_STREET_LENGTH} characters.` };
    }
  }
  return parsed.data;
}
