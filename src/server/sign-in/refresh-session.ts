import type { App } from "../app.ts";
import { findCustomer } from "../customers/queries.ts";
import type { SignedInCustomer } from "./log-in.ts";
import { exchangeToken } from "../sessions/sessions.ts";

/** Continues the session with a new token. Undefined if the old token is invalid. */
export async function refreshSession(app: App, token: string): Promise<SignedInCustomer | undefined> {
  const exchangeResult = await exchangeToken(app.genericPlanDb, token);
  if (!exchangeResult) return undefined;
  return {
    customer: (await findCustomer(app.genericPlanDb, exchangeResult.customerId))!,
    session: exchangeResult.session,
  };
}
