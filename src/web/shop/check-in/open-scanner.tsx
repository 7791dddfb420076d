import { useCallback, useEffect, useState } from "react";
import { cx } from "../../ui/class-names.ts";
import { Notice } from "../../ui/notice.tsx";
import { CodeForm } from "./code-form.tsx";
import { Conflicts } from "./conflicts.tsx";
import type { Scanner, ScannerView } from "./scanner.ts";
import { RecentScans } from "./recent-scans.tsx";
import { ResultPanel } from "./result-panel.tsx";
import { unlockSound } from "../../ui/scan-feedback.ts";
import { SyncBar } from "./sync-bar.tsx";
import { Viewfinder } from "./viewfinder.tsx";

const RENDER_EVERY_MS = 5_000;

/** The scanner: its scans, how many people have entered, and the state of the synchronisation. */
export function OpenScanner({ scanner, view }: { scanner: Scanner; view: ScannerView }) {
  const [message, setMessage] = useState<{ text: string; isError: boolean } | null>(null);
  const { synced, counts, conflicts, result, recentScans, cannotStore } = view;
  useRenderInterval(RENDER_EVERY_MS);
  useEffect(() => {
    addEventListener("pointerdown", unlockSound, { once: true });
    return () => removeEventListener("pointerdown", unlockSound);
  }, []);
  const scanText = useCallback(
    (text: string) => {
      setMessage(null);
      return scanner.scan(text);
    },
    [scanner],
  );
  const dismiss = useCallback(() => scanner.dismiss(), [scanner]);
  const undo = async (id: string): Promise<void> => {
    const error = await scanner.undo(id);
    setMessage({ text: error ?? "Entrada deshecha: el boleto vuelve a valer.", isError: error !== null });
  };
  return (
    <div className="grid gap-4 md:grid-cols-[3fr_2fr] md:gap-6">
      <div className="space-y-3">
        <header className="flex items-end justify-between gap-4">
          <div className="min-w-0">
            <h1 className="truncate text-xl">{synced?.device.name}</h1>
            <p className="truncate text-sm text-soft">{eventsText(synced?.events ?? [])}</p>
          </div>
          {counts && (
            <p className="tabular shrink-0 text-right text-sm text-soft">
              Entraron <strong className="text-xl text-ink">{counts.entered}</strong> de {counts.total}
            </p>
          )}
        </header>
        <SyncBar view={view} onSync={() => void scanner.sync()} />
        {cannotStore && (
          <Notice tone="error" alert title="Este navegador no guarda lecturas">
            Sin conexión se perderían. Abre el enlace en una ventana normal, no privada.
          </Notice>
        )}
        <Conflicts conflicts={conflicts} onDismiss={() => void scanner.dismissConflicts()} />
        <Viewfinder onRead={scanText}>
          <ResultPanel
            result={result}
            onDismiss={dismiss}
            onUndo={result && scanner.canUndo(result) ? () => void undo(result.id) : null}
            onLetIn={result?.answer === "other_day" ? () => void scanner.scan(result.text, { isAnyDay: true }) : null}
          />
        </Viewfinder>
        {message && (
          <p
            role={message.isError ? "alert" : "status"}
            className={cx("font-semibold", message.isError && "text-error")}
          >
            {message.text}
          </p>
        )}
        <CodeForm onCode={(text) => void scanText(text)} />
      </div>
      <RecentScans scans={recentScans} canUndo={(scan) => scanner.canUndo(scan)} onUndo={(id) => void undo(id)} />
    </div>
  );
}

function eventsText(events: readonly { name: string }[]): string {
  return events.length === 1 ? events[0]!.name : `${events.length} eventos`;
}

/** Renders again at an interval, because the button to undo an entry disappears after a minute. */
function useRenderInterval(milliseconds: number): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}
