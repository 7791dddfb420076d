import { lazy, Suspense, type ReactNode } from "react";
import { LoadFailure } from "../../ui/notice.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { usePresale, type OpenPresale } from "./use-presale.ts";

const WaitingRoom = lazy(() => import("./waiting-room/waiting-room.tsx"));
const TurnClock = lazy(() => import("./waiting-room/turn-clock.tsx"));

/**
 * Renders `children` once the presale is open to the visitor, below the clock of their turn if the presale has a
 * waiting room. Until then it renders the waiting room, a loading state or an error.
 */
export function PresaleGate({ children }: { children: (sale: OpenPresale) => ReactNode }) {
  const { sale, roomVisit, error, retry } = usePresale();
  const loading = <LoadingRows label="Abriendo la preventa" rowCount={3} rowClasses="h-40" className="space-y-4" />;
  if (error) return <LoadFailure title={error} onRetry={() => retry()} />;
  if (roomVisit) {
    return (
      <Suspense fallback={loading}>
        <WaitingRoom
          key={roomVisit.place.state}
          presale={roomVisit.presale}
          initialPlace={roomVisit.place}
          onLeave={retry}
        />
      </Suspense>
    );
  }
  if (!sale) return loading;
  return (
    <>
      {sale.turnDeadline && (
        <Suspense fallback={<div className="h-22" />}>
          <TurnClock turn={sale.turnDeadline} onRejoin={() => retry()} />
        </Suspense>
      )}
      {children(sale)}
    </>
  );
}
