import type { Endpoint } from "../endpoint.ts";
import { PostalArea } from "../postal-codes.ts";

export const POSTAL_CODE_ENDPOINTS = {
  getPostalCode: {
    summary: "Get the state, city and neighbourhoods of a postal code",
    description:
      "Fills an address form. The shop's owner loads the list of codes: a shop without it knows no code, and an unknown code (404) is no reason to refuse an address. A code that is not five digits is 422.",
    tag: "Customers",
    credentials: "none",
    cache: "public",
    params: { code: { description: "Five digits.", example: "06700" } },
    response: PostalArea,
    refusals: ["VALIDATION_FAILED"],
  },
} as const satisfies Record<string, Endpoint>;
