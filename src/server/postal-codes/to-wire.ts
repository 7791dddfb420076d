import type { z } from "zod";
import type { PostalArea } from "../../contract/postal-codes.ts";
import type { PostalCode } from "./read-postal-codes.ts";

/** The municipality is the address's city, because every postal code has one. In Mexico City it is the borough. */
export function toWirePostalCode(postalCode: PostalCode): z.input<typeof PostalArea> {
  const { code, state, municipality, city, neighborhoods } = postalCode;
  return { code, state, city: municipality, locality: city, neighborhoods };
}
