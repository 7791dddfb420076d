import { lazy, Suspense, type ReactNode } from "react";
import { Failure } from "../../ui/notice.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { usePresale, type OpenPresale } from "./use-presale.ts";

const WaitingRoom = lazy(() => import("./waiting-room/waiting-room.tsx"));
const TurnClock = lazy(() => import("./waiting-room/turn-clock.tsx"));

/**
 * Renders `children` once the presale is open to the visitor. If it has a waiting room, the clock of the visitor's turn
 * is above them. Before that it renders the waiting room, a loading state or an error.
 */
export function PresaleGate({ children }: { children: (sale: OpenPresale) => ReactNode }) {
  const { sale, waiting, error, retry } = usePresale();
  const loading = <LoadingRows label="Abriendo la preventa" rows={3} row="h-40" className="space-y-4" />;
  if (error) return <Failure title={error} onRetry={() => retry()} />;
  if (waiting) {
    return (
      <Suspense fallback={loading}>
        <WaitingRoom key={waiting.place.state} presale={waiting.presale} initialPlace={waiting.place} onLeave={retry} />
      </Suspense>
    );
  }
  if (!sale) return loading;
  return (
    <>
      {sale.turn && (
        <Suspense fallback={<div className="h-22" />}>
          <TurnClock turn={sale.turn} onRejoin={() => retry()} />
        </Suspense>
      )}
      {children(sale)}
    </>
  );
}
