import type { Db } from "../../../db/connect.ts";

/** The demo's token. It is no secret: the sandbox is open, and its labels move nothing. */
export const SANDBOX_CARRIER_TOKEN = "escaparate-sandbox-carriers";

/** A simulated Envia that stores the labels it sold in the shop's database. */
export interface CarrierSandbox {
  db: Db;
  token: string;
  /** Where it announces what happened to a parcel. */
  webhookUrl: () => string;
}
