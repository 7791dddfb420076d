import type { z } from "zod";
import type { PostalCodePlace } from "../../contract/postal-codes.ts";
import type { PostalCode } from "./read-postal-codes.ts";

/** The municipality is the address's city, because every place has one. In Mexico City it is the borough. */
export function toWirePostalCode(place: PostalCode): z.input<typeof PostalCodePlace> {
  const { code, state, municipality, city, neighborhoods } = place;
  return { code, state, city: municipality, locality: city, neighborhoods };
}
