import type { z } from "zod";
import type { PostalArea } from "../../contract/postal-codes.ts";
import type { PostalCode } from "./read-postal-codes.ts";

/**
 * The `city` of the wire is the municipality, because every postal code has a municipality, but not every one a city.
 * In Mexico City the municipality is the borough.
 */
export function toWirePostalCode(postalCode: PostalCode): z.input<typeof PostalArea> {
  const { code, state, municipality, city, neighborhoods } = postalCode;
  return { code, state, city: municipality, locality: city, neighborhoods };
}
