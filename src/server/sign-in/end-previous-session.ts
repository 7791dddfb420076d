import type { App } from "../app.ts";
import { findValidCaller } from "../api/caller.ts";
import { endSession } from "../sessions/sessions.ts";

/** Ends the session whose token came with a sign-in request: the browser replaces it by the new one. */
export async function endPreviousSession(app: App, request: Request): Promise<void> {
  const caller = await findValidCaller(app, request);
  if (caller) await endSession(app.genericPlanDb, caller);
}
