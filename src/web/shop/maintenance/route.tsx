import { data, redirect, redirectDocument, useRouteLoaderData } from "react-router";
import { shopContext } from "../../context.ts";
import type { RootData } from "../../root.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { MaintenancePage } from "./maintenance-page.tsx";
import { ReloadWhenOpen } from "./reload-when-open.tsx";

export function loader({ context, request }: Route.LoaderArgs) {
  const { maintenance } = context.get(shopContext).settings.management;
  // oxlint-disable no-throw-literal -- React Router's way of redirecting
  if (!maintenance.enabled) throw redirect("/");
  // After a client-side navigation the document is loaded again, so that the page shows that the shop is closed.
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
      <ReloadWhenOpen isOpen={({ settings }) => !settings.management.maintenance.enabled} />
    </MaintenancePage>
  );
}
