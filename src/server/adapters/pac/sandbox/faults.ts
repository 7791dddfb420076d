import { z } from "zod";
import type { Db } from "../../../db/connect.ts";

/**
 * The failures that the sandbox simulates.
 * - In every call, before any work: `down` closes the connection, `html` returns a proxy's page with status 200, `500`
 *   is SW's CO1000, `429` and `503` are those statuses, `slow` adds two seconds.
 * - `reject:<code>` refuses with that code: cancellations if it is 2xx, else stamps. Nothing is stored.
 * - After a document was stamped or cancelled, and stored: `hang-after-work` never answers, `reset-after-work` closes
 *   the connection.
 * - After a document was stamped and stored: `no-data` omits the stamp from the answer, `wrong-uuid` names another UUID
 *   (only in answers of version 4), `other-seal` answers with the seal of another document.
 */
export const FAULTS_WITHOUT_CODE = [
  "down",
  "html",
  "500",
  "429",
  "503",
  "slow",
  "hang-after-work",
  "reset-after-work",
  "no-data",
  "wrong-uuid",
  "other-seal",
] as const;

export const Fault = z.union([
  z.enum(FAULTS_WITHOUT_CODE),
  z.templateLiteral(["reject:", z.string().regex(/^[A-Z]{0,4}\d{3,6}$/)]),
]);
export type Fault = z.output<typeof Fault>;

export async function readFault(db: Db): Promise<Fault | null> {
  const { fault } = await db.selectFrom("sandbox_pac_settings").select("fault").executeTakeFirstOrThrow();
  return fault as Fault | null;
}

export async function setFault(db: Db, fault: Fault | null): Promise<void> {
  await db.updateTable("sandbox_pac_settings").set({ fault }).execute();
}
