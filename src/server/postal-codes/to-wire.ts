import type { z } from "zod";
import type { PostalCodePlace } from "../../contract/postal-codes.ts";
import type { PostalCode } from "./read-postal-codes.ts";

/** The municipality is the address's city: every place has one, and Mexico City's are its boroughs. */
export function toWirePostalCode(place: PostalCode): z.input<typeof PostalCodePlace> {
  const { code, state, municipality, city, neighborhoods } = place;
  return { code, state, city: municipality, locality: city, neighborhoods };
}
