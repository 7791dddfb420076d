import type { Db } from "../../../db/connect.ts";

/** The demo's token. It is not secret, because anyone may use the sandbox and its labels ship nothing. */
export const SANDBOX_CARRIER_TOKEN = "escaparate-sandbox-carriers";

/** The simulated Envia and Skydropx. The shop's database has the labels that they sold. */
export interface CarrierSandbox {
  db: Db;
  token: string;
  /** The URL that receives Envia's webhooks about parcels. */
  webhookUrl: () => string;
  /**
   * The origin at which this process reads labels from itself. A live shop's requests have the public origin, which
   * label URLs must not have.
   */
  ownOrigin: () => string;
}

/** The URL of a label's PDF. In a live shop it needs the token. */
export const labelUrlOf = ({ ownOrigin }: CarrierSandbox, guide: string): string =>
  `${ownOrigin()}/sandbox/carriers/labels/${guide}.pdf`;
