import { data } from "react-router";
import { requireStaff } from "../guard.ts";
import type { Route } from "./+types/route";

export function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, null);
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
