import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { officePaths } from "../paths.ts";
import { useReload } from "./use-reload.ts";

const POLL_MS = 15_000;

/** The newest change of an object, as the resource route `changes/` returns it. */
export interface NewestChange {
  /** The id of the log entry. */
  id: number;
  actor: string;
  isOwn: boolean;
}

/**
 * Notice that another person changed the object while its page is open. The new values are loaded on request, and what
 * staff typed stays. `seen` is the id of the newest log entry when the page was loaded, 0 when there is none.
 */
export function ChangeNotice({ kind, id, seen }: { kind: string; id: string; seen: number }) {
  const polledChange = useNewestChange(officePaths.changes(kind, id));
  const reload = useReload();
  return (
    <div role="status">
      {polledChange && polledChange.id > seen && !polledChange.isOwn && (
        <Notice tone="warning" title={`${polledChange.actor} cambió esto mientras lo ves`}>
          <Button variant="secondary" className="mt-2" onClick={reload}>
            Ver cómo quedó
          </Button>
        </Notice>
      )}
    </div>
  );
}

/**
 * Polls `path` while the page is visible. A failed poll is ignored. The router's `fetcher.load` is not used, because a
 * failure of it would replace the page, and what is typed there, with the error page.
 */
function useNewestChange(path: string): NewestChange | null {
  const [polledChange, setPolledChange] = useState<NewestChange | null>(null);
  useEffect(() => {
    const abortController = new AbortController();
    const poll = async (): Promise<void> => {
      if (document.visibilityState !== "visible") return;
      const response = await fetch(path, { redirect: "error", signal: abortController.signal });
      if (response.ok) setPolledChange(((await response.json()) as { newest: NewestChange | null }).newest);
    };
    const tryPoll = (): void => void poll().catch(() => {});
    const timer = setInterval(tryPoll, POLL_MS);
    document.addEventListener("visibilitychange", tryPoll);
    return () => {
      abortController.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tryPoll);
      setPolledChange(null);
    };
  }, [path]);
  return polledChange;
}
