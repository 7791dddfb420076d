import { data, redirect } from "react-router";
import { isRefusal } from "../../../domain/refusal.ts";
import { isId } from "../../../server/db/new-id.ts";
import { deleteView, saveView } from "../../../server/staff/saved-views.ts";
import { appContext } from "../../context.ts";
import { readForm, requireStaff } from "../guard.ts";
import { officePaths } from "../paths.ts";
import { sentenceOf } from "../sentences.ts";
import type { Route } from "./+types/route";

/** Limit of a view's query. A longer one is cut. */
const MAX_QUERY_CHARACTERS = 2_000;

/** There is no page at this path. Each list shows its own views. */
export function loader() {
  return redirect(officePaths.home);
}

/** Saves a view (`path`, `name`, `query`) or deletes one (`delete`: its id), and redirects to the list. */
export async function action({ context, request }: Route.ActionArgs) {
  const { memberId } = requireStaff(context, request, null);
  const app = context.get(appContext);
  const form = await readForm(request);
  const path = form.text("path");
  if (!/^\/panel\/[a-z/-]{1,60}$/.test(path)) throw data(null, { status: 400 });
  const deletedId = form.text("delete");
  if (isId(deletedId)) {
    await deleteView(app, memberId, deletedId);
    return redirect(path);
  }
  const query = new URLSearchParams(form.text("query", MAX_QUERY_CHARACTERS));
  query.delete("desde");
  const outcome = await saveView(app, memberId, { path, name: form.text("name", 40), query: query.toString() });
  return isRefusal(outcome) ? { failure: sentenceOf(outcome) } : redirect(`${path}?${query}`);
}
