import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Csd } from "../cfdi/csd.ts";
import type { Queryable } from "../db/connect.ts";
import { openStoredCsd, type CsdPauseRefusal } from "./csd-store.ts";
import { findIssuer, type InvoiceIssuer } from "./issuers.ts";

/**
 * The issuer and the CSD that seal a shop's documents. Without a usable CSD the refusal has the reason, such as
 * `csd_expired`, so that staff know what to do.
 */
export async function loadIssuerWithCsd(
  app: App,
  db: Queryable,
  shopId: string,
): Promise<{ issuer: InvoiceIssuer; csd: Csd } | Refusal<"invoicing_paused"> | CsdPauseRefusal> {
  const issuer = await findIssuer(db, shopId);
  if (!issuer) return refuse("invoicing_paused");
  const csd = await openStoredCsd(app, issuer);
  return isRefusal(csd) ? csd : { issuer, csd };
}
