import { redirect } from "react-router";
import { appContext } from "../../../../context.ts";
import { actorOf, requireStaff } from "../../../guard.ts";
import { officePaths } from "../../../paths.ts";
import { receiveFile } from "../receive-file.server.ts";
import type { Route } from "./+types/route";

export function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "system.view", "all");
  return redirect(officePaths.systemPostalCodes());
}

/** Receives the list that `UploadForm` sends with JavaScript. Responds with JSON. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "system.view", "all");
  const received = await receiveFile(context.get(appContext), request, actorOf(context, staff));
  return Response.json(received, { status: "failure" in received ? 422 : 200 });
}
