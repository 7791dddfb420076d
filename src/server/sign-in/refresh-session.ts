import type { App } from "../app.ts";
import { findCustomer } from "../customers/queries.ts";
import type { SignedIn } from "./log-in.ts";
import { exchangeToken } from "../sessions/sessions.ts";

/** Continues the session with a new token. Undefined if the old token is invalid. */
export async function refreshSession(app: App, token: string): Promise<SignedIn | undefined> {
  const exchanged = await exchangeToken(app.genericPlanDb, token);
  if (!exchanged) return undefined;
  return { customer: (await findCustomer(app.genericPlanDb, exchanged.customerId))!, session: exchanged.session };
}
