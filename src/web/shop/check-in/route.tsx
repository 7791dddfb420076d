import { useEffect, useState, useSyncExternalStore } from "react";
import { CAMERA_PERMISSIONS } from "../../../server/http/security-headers.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { Scanner } from "./scanner.ts";
import { cachePage } from "./cache-page.ts";
import { LockedScanner } from "./locked-scanner.tsx";
import { OpenScanner } from "./open-scanner.tsx";

export function headers() {
  return { "Permissions-Policy": CAMERA_PERMISSIONS };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Validar boletos" });
}

/** /boletos/validar: the scanner for staff at an event's entrance. It does not use the shop's layout. */
export default function CheckInPage() {
  const [scanner] = useState(() => new Scanner());
  const view = useSyncExternalStore(
    scanner.subscribe,
    () => scanner.view,
    () => scanner.view,
  );
  useEffect(() => {
    void scanner.start(extractLinkKey());
    void cachePage().catch(() => {});
    const syncIfVisible = (): void => void (document.hidden || scanner.sync());
    // Called when the link of another entrance is opened in this tab.
    const reopen = (): void => void (location.hash && location.reload());
    addEventListener("online", syncIfVisible);
    addEventListener("hashchange", reopen);
    document.addEventListener("visibilitychange", syncIfVisible);
    return () => {
      scanner.stop();
      removeEventListener("online", syncIfVisible);
      removeEventListener("hashchange", reopen);
      document.removeEventListener("visibilitychange", syncIfVisible);
    };
  }, [scanner]);
  return (
    <main id="contenido" className="mx-auto w-full max-w-6xl flex-1 px-4 py-3 sm:px-6">
      {view.phase === "opening" && <Skeleton className="h-96 w-full" />}
      {view.phase === "locked" && <LockedScanner view={view} />}
      {view.phase === "open" && <OpenScanner scanner={scanner} view={view} />}
    </main>
  );
}

/** Reads the key of the link and removes it from the URL. The key is after a #, so that browsers do not send it. */
function extractLinkKey(): string | null {
  const key = /^#key=([\w-]{20,200})$/.exec(location.hash)?.[1] ?? null;
  if (location.hash) history.replaceState(history.state, "", location.pathname);
  return key;
}
