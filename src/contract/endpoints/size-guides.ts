import type { Endpoint } from "../endpoint.ts";
import { CustomerMeasures, SaveMeasures } from "../size-guides.ts";
import { CUSTOMER_ID } from "./parameters.ts";

export const SIZE_GUIDE_ENDPOINTS = {
  getMeasures: {
    summary: "Get a customer's saved measures",
    description: "What the customer asked to save, to recommend a size. All null if nothing is saved.",
    tag: "Customers",
    credentials: "account",
    cache: "private",
    params: CUSTOMER_ID,
    response: CustomerMeasures,
    refusals: ["CUSTOMER_NOT_FOUND"],
  },
  saveMeasures: {
    summary: "Save a customer's measures",
    description:
      "Stores the given measures, rounded to millimetres, and keeps the others. Send it only if the customer asks to.",
    tag: "Customers",
    credentials: "account",
    cache: "private",
    params: CUSTOMER_ID,
    body: SaveMeasures,
    response: CustomerMeasures,
    refusals: ["CUSTOMER_NOT_FOUND"],
  },
  deleteMeasures: {
    summary: "Delete a customer's saved measures",
    description: "Deletes all of them.",
    tag: "Customers",
    credentials: "account",
    cache: "private",
    params: CUSTOMER_ID,
    response: CustomerMeasures,
    refusals: ["CUSTOMER_NOT_FOUND"],
  },
} as const satisfies Record<string, Endpoint>;
