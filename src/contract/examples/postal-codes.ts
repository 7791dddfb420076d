import type { z } from "zod";
import type { PostalArea } from "../postal-codes.ts";

export const POSTAL_AREA: z.input<typeof PostalArea> = {
  code: "06700",
  state: "Ciudad de México",
  city: "Cuauhtémoc",
  locality: "Ciudad de México",
  neighborhoods: ["Roma Norte"],
};
