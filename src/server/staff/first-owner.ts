import type { Grant } from "../../domain/staff-permissions.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { demoId } from "../demo/demo-id.ts";
import { insertInvitation, invitationPath } from "./invitations.ts";
import { insertMember, lockStaff, mayBeDemo } from "./queries.ts";

/** Printed where `npm start` prints the demo's logins. */
export const DEMO_OWNER = { email: "duena@ejemplo.mx", password: "demo1234" };
const OWNER_OF_ALL: Grant[] = [{ role: "owner", shopId: null }];

/**
 * Sees to it that somebody can sign in. In the demo: a fixed owner. In a live shop nobody is made with a known password: the
 * answer is the path of a one-time link for the first owner, to be printed. Made once; while it is open, and once anybody
 * works here, null.
 */
export async function makeFirstOwner(app: App): Promise<string | null> {
  const isDemo = mayBeDemo(app);
  const passwordHash = isDemo ? await app.passwords.hash(DEMO_OWNER.password) : "";
  return transact(app.db, async (tx) => {
    // Of several processes that start at once one makes it.
    await lockStaff(tx);
    let members = tx.selectFrom("staff_members").select("id").limit(1);
    if (!isDemo) members = members.where("is_demo", "=", false);
    if (await members.executeTakeFirst()) return null;
    if (isDemo) {
      const owner = { id: demoId("staff", "owner"), name: "Dueña de la demostración", email: DEMO_OWNER.email };
      await insertMember(tx, { ...owner, passwordHash, grants: OWNER_OF_ALL, isDemo: true });
      return null;
    }
    const open = await tx
      .selectFrom("staff_invitations")
      .select("id")
      .where("used_at", "is", null)
      .where("withdrawn_at", "is", null)
      .where("expires_at", ">", new Date())
      .executeTakeFirst();
    if (open) return null;
    const { token } = await insertInvitation(tx, { email: null, memberId: null, grants: OWNER_OF_ALL });
    return invitationPath(token);
  });
}
