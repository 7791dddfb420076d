import type { Grant } from "../../domain/staff-permissions.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { insertInvitation, invitationPath } from "./invitations.ts";
import { lockStaff } from "./queries.ts";

/** The role of the first staff member: every permission, in all shops. */
export const OWNER_OF_ALL_SHOPS: Grant[] = [{ role: "owner", shopId: null }];

/**
 * Invites the first owner of a live shop: creates a one-time link and returns its path, to be printed. Null while an
 * invitation is open, and once the shop has staff. No account with a known password is created.
 */
export async function inviteFirstOwner(app: App): Promise<string | null> {
  return transact(app.db, async (tx) => {
    // Of several processes that start at the same time only one creates the link.
    await lockStaff(tx);
    const memberQuery = tx.selectFrom("staff_members").select("id").where("is_demo", "=", false).limit(1);
    if (await memberQuery.executeTakeFirst()) return null;
    const invitation = await tx
      .selectFrom("staff_invitations")
      .select("id")
      .where("used_at", "is", null)
      .where("withdrawn_at", "is", null)
      .where("expires_at", ">", new Date())
      .executeTakeFirst();
    if (invitation) return null;
    const { token } = await insertInvitation(tx, { email: null, memberId: null, grants: OWNER_OF_ALL_SHOPS });
    return invitationPath(token);
  });
}
