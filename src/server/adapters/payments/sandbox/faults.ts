import { z } from "zod";
import type { SandboxDb } from "./tables.ts";

/**
 * How the API fails: `down` ends the connection without an answer, `hang` never answers, `stallbody` does what was
 * asked and stops in the middle of its answer, `html` is a proxy's page with status 200, `500` and `429` speak for
 * themselves.
 */
export const ApiFault = z.enum(["down", "500", "429", "hang", "stallbody", "html"]);
export type ApiFault = z.output<typeof ApiFault>;

/**
 * How notifications go wrong from now on: never sent, sent twice (each with its own request id), signed with a wrong
 * secret, sent without the two headers, or held until they are released.
 */
export const WebhookFault = z.enum(["drop", "dup", "forge", "noheader", "hold"]);
export type WebhookFault = z.output<typeof WebhookFault>;

export interface Faults {
  api: ApiFault | null;
  webhook: WebhookFault[];
}

export async function readFaults(db: SandboxDb): Promise<Faults> {
  const row = await db.selectFrom("sandbox.mp_faults").select(["api", "webhook"]).executeTakeFirstOrThrow();
  return row as Faults;
}

/** Sets what is named; the other part stays as it is. */
export async function setFaults(db: SandboxDb, change: Partial<Faults>): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable("sandbox.mp_faults").set(change).execute();
}
