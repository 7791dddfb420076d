import type { Db } from "../../../db/connect.ts";

/** The demo's token. It is not secret, because anyone may use the sandbox and its labels ship nothing. */
export const SANDBOX_CARRIER_TOKEN = "escaparate-sandbox-carriers";

/** Simulated Envia and Skydropx, which store the labels that they sold in the shop's database. */
export interface CarrierSandbox {
  db: Db;
  token: string;
  /** The URL that receives Envia's webhooks about parcels. */
  webhookUrl: () => string;
}
