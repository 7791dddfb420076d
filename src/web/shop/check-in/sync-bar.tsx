import { format24HourTime } from "../../../domain/dates.ts";
import { cx } from "../../ui/class-names.ts";
import { PathIcon } from "../../ui/icon.tsx";
import type { ScannerView } from "./scanner.ts";
import { CHECK_IN_ICONS } from "./icons.ts";
import { scanCountText } from "./locked-scanner.tsx";

/** The state of the synchronisation: with or without a network, and the age of the list. */
export function SyncBar({ view, onSync }: { view: ScannerView; onSync: () => void }) {
  const { isOnline, isSyncing, unreportedCount, synced } = view;
  const syncTime = synced && format24HourTime(new Date(synced.syncedOn));
  return (
    <div
      className={cx(
        "flex items-center justify-between gap-3 rounded-box px-3 py-1.5",
        isOnline && unreportedCount === 0 ? "bg-sand" : "bg-warning-soft",
      )}
    >
      <p role="status" className="min-w-0 text-sm">
        <strong>{headline({ isOnline, waiting: unreportedCount })}</strong>{" "}
        {syncTime && <span className="text-soft">Lista de las {syncTime}.</span>}
      </p>
      <button
        type="button"
        onClick={onSync}
        aria-label="Sincronizar"
        className="grid size-10 shrink-0 place-items-center rounded-full hover:bg-line"
      >
        <PathIcon path={CHECK_IN_ICONS.sync} className={cx("size-5", isSyncing && "animate-spin")} />
      </button>
    </div>
  );
}

function headline({ isOnline, waiting: unreportedCount }: { isOnline: boolean; waiting: number }): string {
  if (!isOnline)
    return unreportedCount > 0 ? `Sin conexión: ${scanCountText(unreportedCount)} por sincronizar.` : "Sin conexión.";
  return unreportedCount > 0 ? `Sincronizando ${scanCountText(unreportedCount)}…` : "En línea.";
}
