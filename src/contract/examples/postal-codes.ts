import type { z } from "zod";
import type { PostalCodePlace } from "../postal-codes.ts";

export const POSTAL_CODE: z.input<typeof PostalCodePlace> = {
  code: "06700",
  state: "Ciudad de México",
  city: "Cuauhtémoc",
  locality: "Ciudad de México",
  neighborhoods: ["Roma Norte"],
};
