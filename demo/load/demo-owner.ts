import type { App } from "../../src/server/app.ts";
import { transact } from "../../src/server/db/transact.ts";
import { OWNER_OF_ALL_SHOPS } from "../../src/server/staff/first-owner.ts";
import { insertMember, lockStaff } from "../../src/server/staff/queries.ts";
import { demoId } from "./demo-id.ts";

/** What the demo's owner signs in with. `npm start` prints it. */
export const DEMO_OWNER = { email: "duena@ejemplo.mx", password: "demo1234" };

/** Adds the demo's owner, unless the shop has staff already. */
export async function addDemoOwner(app: App): Promise<void> {
  const passwordHash = await app.passwords.hash(DEMO_OWNER.password);
  await transact(app.db, async (tx) => {
    // If several processes start at the same time, one adds the owner.
    await lockStaff(tx);
    if (await tx.selectFrom("staff_members").select("id").limit(1).executeTakeFirst()) return;
    const owner = { id: demoId("staff", "owner"), name: "Dueña de la demostración", email: DEMO_OWNER.email };
    await insertMember(tx, { ...owner, passwordHash, grants: OWNER_OF_ALL_SHOPS, isDemo: true });
  });
}
