import type { Db } from "../../../db/connect.ts";

/** The demo's token. It is not secret, because anyone may use the sandbox and its labels ship nothing. */
export const SANDBOX_CARRIER_TOKEN = "escaparate-sandbox-carriers";

/** Simulated Envia and Skydropx, which store the labels that they sold in the shop's database. */
export interface CarrierSandbox {
  db: Db;
  token: string;
  /** The URL that receives Envia's webhooks about parcels. */
  webhookUrl: () => string;
  /** The origin of this process, at which it reads labels. In a live shop requests have the public origin instead. */
  ownOrigin: () => string;
}

/** The URL of a label's PDF. In a live shop it needs the token. */
export const labelUrlOf = ({ ownOrigin }: CarrierSandbox, guide: string): string =>
  `${ownOrigin()}/sandbox/carriers/labels/${guide}.pdf`;
