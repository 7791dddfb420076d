import { data, redirect, redirectDocument, useRouteLoaderData } from "react-router";
import { shopContext } from "../../context.ts";
import type { RootData } from "../../root.tsx";
import { RedirectWhenOpen } from "../maintenance/redirect-when-open.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { ComingSoon } from "./coming-soon.tsx";

/** Not cached and not indexed. The status is 200, because a 503 for weeks would raise alarms (decision 30). */
const HEADERS = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };

export function loader({ context, request }: Route.LoaderArgs) {
  // oxlint-disable no-throw-literal -- React Router's way of redirecting
  if (context.get(shopContext).unopenedView !== "hidden") throw redirect("/");
  // A client-side navigation, from one of the pages that visitors can see before the opening. Then this page is loaded
  // as a new document.
  if (new URL(request.url).searchParams.has("closed")) throw redirectDocument("/abrimos-pronto");
  // oxlint-enable no-throw-literal
  return data(null, { headers: HEADERS });
}

export function headers() {
  return HEADERS;
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Abrimos pronto", description: "Estamos preparando la tienda para recibirte." });
}

export default function OpeningPage() {
  const { shop } = useRouteLoaderData("root") as RootData;
  return (
    <ComingSoon shop={shop}>
      <RedirectWhenOpen isShopOpen={({ settings }) => settings.management.opened} />
    </ComingSoon>
  );
}
