import { useEffect } from "react";
import { useFetcher } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { officePaths } from "../paths.ts";
import type { loader } from "../changes/route.tsx";
import { useReload } from "./use-reload.ts";

const POLL_MS = 15_000;

/**
 * Notice that another person changed the object while its page is open. The new values are loaded on request, and typed
 * values stay. `seen` is the newest log entry when the page was loaded (`newestChange`), 0 when there is none.
 */
export function ChangeNotice({ kind, id, seen }: { kind: string; id: string; seen: number }) {
  const { load, data } = useFetcher<typeof loader>();
  const reload = useReload();
  useEffect(() => {
    const poll = () => document.visibilityState === "visible" && void load(officePaths.changes(kind, id));
    const timer = setInterval(poll, POLL_MS);
    document.addEventListener("visibilitychange", poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", poll);
    };
  }, [load, kind, id]);
  const newest = data?.newest;
  return (
    <div role="status">
      {newest && newest.id > seen && !newest.isOwn && (
        <Notice tone="warning" title={`${newest.who} cambió esto mientras lo ves`}>
          <Button variant="secondary" className="mt-2" onClick={reload}>
            Ver cómo quedó
          </Button>
        </Notice>
      )}
    </div>
  );
}
