import { useEffect, useState } from "react";
import { data, redirect, redirectDocument, useRouteLoaderData } from "react-router";
import type { App } from "../../../contract/shop.ts";
import { shopContext } from "../../context.ts";
import type { RootData } from "../../root.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { Closed } from "./closed.tsx";

/** How often an open page asks whether the shop is back, in milliseconds. */
const ASK_EVERY_MS = 30_000;

const TIME = new Intl.DateTimeFormat("es-MX", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export function loader({ context, request }: Route.LoaderArgs) {
  const { maintenance } = context.get(shopContext).settings.management;
  // oxlint-disable no-throw-literal -- React Router's way of redirecting
  if (!maintenance.enabled) throw redirect("/");
  // Somebody walked here from an open page: the whole page is loaded anew, and says the shop is closed.
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
    <Closed shop={shop} information={loaderData.information}>
      <OpensByItself />
    </Closed>
  );
}

/** The shop's settings, which it tells while closed too; undefined while it cannot be reached. */
async function askShop(): Promise<App | undefined> {
  try {
    const answer = await fetch("/api/v1/app", { signal: AbortSignal.timeout(10_000) });
    return answer.ok ? ((await answer.json()) as App) : undefined;
  } catch {
    return undefined;
  }
}

/** Asks now and then whether the shop is back, and goes there. Waits while nobody looks at the page. */
function OpensByItself() {
  const [askedAt, setAskedAt] = useState<Date>();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const ask = async (): Promise<void> => {
      if (document.hidden) return;
      const shop = await askShop();
      setAskedAt(new Date());
      if (!shop || shop.settings.management.maintenance.enabled) return;
      setIsOpen(true);
      location.replace("/");
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    const onReturn = () => void ask();
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onReturn);
    };
  }, []);
  return (
    <div className="text-sm text-soft">
      <p role="status">
        {isOpen ? "Ya abrimos. Te llevamos a la tienda…" : "En cuanto abramos, esta página te lleva."}
      </p>
      {askedAt && !isOpen && <p>Última revisión: {TIME.format(askedAt)}</p>}
    </div>
  );
}
