import { data, redirect, redirectDocument, useRouteLoaderData } from "react-router";
import { shopContext } from "../../context.ts";
import type { RootData } from "../../root.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { MaintenancePage } from "./maintenance-page.tsx";
import { RedirectWhenOpen } from "./redirect-when-open.tsx";

export function loader({ context, request }: Route.LoaderArgs) {
  const { maintenance } = context.get(shopContext).settings.management;
  // oxlint-disable no-throw-literal -- React Router's way of redirecting
  if (!maintenance.enabled) throw redirect("/");
  // A client-side navigation requests data with `?closed` (serve.ts). The document is loaded again, because the data of
  // this page do not fit the page on which the navigation began.
  if (new URL(request.url).searchParams.has("closed")) throw redirectDocument("/maintenance");
  // oxlint-enable no-throw-literal
  return data({ information: maintenance.information }, { status: 503, headers: { "Retry-After": "120" } });
}

export function headers() {
  return { "Retry-After": "120", "Cache-Control": "no-store" };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Mantenimiento" });
}

export default function Maintenance({ loaderData }: Route.ComponentProps) {
  const { shop } = useRouteLoaderData("root") as RootData;
  return (
    <MaintenancePage shop={shop} information={loaderData.information}>
      <RedirectWhenOpen isShopOpen={({ settings }) => !settings.management.maintenance.enabled} />
    </MaintenancePage>
  );
}
