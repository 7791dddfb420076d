import { useEffect } from "react";
import { useFetcher } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { officePaths } from "../paths.ts";
import type { loader } from "../changes/route.tsx";
import { useReload } from "./use-reload.ts";

const EVERY_MS = 15_000;

/**
 * Tells who looks at an object that somebody else changed it meanwhile, and shows the change on request: what she typed
 * here stays. `seen`: the newest entry of its log when the page was loaded (`newestChange`), 0 without one.
 */
export function Watch({ kind, id, seen }: { kind: string; id: string; seen: number }) {
  const { load, data } = useFetcher<typeof loader>();
  const reload = useReload();
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && void load(officePaths.changes(kind, id));
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [load, kind, id]);
  const newest = data?.newest;
  return (
    <div role="status">
      {newest && newest.id > seen && !newest.isMine && (
        <Notice tone="warn" title={`${newest.who} cambió esto mientras lo ves`}>
          <Button variant="secondary" className="mt-2" onClick={reload}>
            Ver cómo quedó
          </Button>
        </Notice>
      )}
    </div>
  );
}
