import { z } from "zod";
import type { SandboxDb } from "./tables.ts";

/**
 * How the API fails. `down` closes the connection without a response. `hang` never responds. `stallbody` does what was
 * requested and stops in the middle of its response. `html` is a proxy's page with status 200. `500` and `429` are the
 * status.
 */
export const ApiFault = z.enum(["down", "500", "429", "hang", "stallbody", "html"]);
export type ApiFault = z.output<typeof ApiFault>;

/**
 * How new notifications fail: never sent, sent twice (each with its own request id), signed with a wrong secret, sent
 * without the headers `x-signature` and `x-request-id`, or held until they are released.
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

/** Sets the given faults. The others do not change. */
export async function setFaults(db: SandboxDb, change: Partial<Faults>): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable("sandbox.mp_faults").set(change).execute();
}
