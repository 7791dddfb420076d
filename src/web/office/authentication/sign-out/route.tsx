import { redirect } from "react-router";
import { endStaffSession } from "../../../../server/staff/staff-sessions.ts";
import { appContext } from "../../../context.ts";
import { sessionCookieHeaders, officeSessionOf } from "../../guard.ts";
import { officePaths } from "../../paths.ts";
import type { Route } from "./+types/route";

/** Only a form ends a session, because a browser may prefetch a link. */
export function loader() {
  throw redirect(officePaths.home);
}

export async function action({ context }: Route.ActionArgs) {
  const { staff } = officeSessionOf(context);
  if (staff) await endStaffSession(context.get(appContext).genericPlanDb, staff.memberId, staff.sessionId);
  return redirect(officePaths.signIn(), { headers: sessionCookieHeaders(context, null) });
}
