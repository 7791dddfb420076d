import { findNewestChange } from "../../../server/change-log/change-log.ts";
import { appContext } from "../../context.ts";
import { officeSessionOf, requireStaff } from "../guard.ts";
import type { NewestChange } from "../kit/change-notice.tsx";
import type { Route } from "./+types/route";

/**
 * Who last changed an object, for pages that stay open (kit/change-notice.tsx). It leaves out the changed values.
 * Without a session it answers 401, because the poll of an open page must not be redirected to the sign-in page.
 */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  if (!officeSessionOf(context).staff) return Response.json({ newest: null }, { status: 401 });
  const staff = requireStaff(context, request, null);
  const newestChange = await findNewestChange(context.get(appContext).genericPlanDb, params.kind, params.id);
  const change: NewestChange | null = newestChange
    ? { id: newestChange.id, actor: newestChange.actor, isOwn: newestChange.member_id === staff.memberId }
    : null;
  return Response.json({ newest: change });
}
