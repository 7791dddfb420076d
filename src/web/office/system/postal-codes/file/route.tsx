import { redirect } from "react-router";
import { appContext } from "../../../../context.ts";
import { actorOf, requireStaff } from "../../../guard.ts";
import { officePaths } from "../../../paths.ts";
import { importUploadedPostalCodes } from "../import-uploaded-postal-codes.server.ts";
import type { Route } from "./+types/route";

export function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "system.view", "all");
  return redirect(officePaths.systemPostalCodes());
}

/** Loads the list that `UploadForm` sends with JavaScript. Responds with JSON. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "system.view", "all");
  const outcome = await importUploadedPostalCodes(context.get(appContext), request, actorOf(context, staff));
  return Response.json(outcome, { status: "failure" in outcome ? 422 : 200 });
}
