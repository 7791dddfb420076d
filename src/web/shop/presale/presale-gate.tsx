import { lazy, Suspense, type ReactNode } from "react";
import { Failure, Waiting } from "../../ui/notice.tsx";
import { usePresale, type PresaleVisit } from "./use-presale.ts";

const WaitingRoom = lazy(() => import("./waiting-room/waiting-room.tsx"));
const TurnClock = lazy(() => import("./waiting-room/turn-clock.tsx"));

type Open = NonNullable<PresaleVisit["open"]>;

/**
 * What precedes a presale's pages: its opening, its waiting room, and the clock of the visitor's turn above `children`.
 */
export function PresaleGate({ children }: { children: (open: Open) => ReactNode }) {
  const { open, waiting, error, retry } = usePresale();
  const opening = <Waiting label="Abriendo la preventa" rows={3} row="h-40" className="space-y-4" />;
  if (error) return <Failure title={error} onRetry={() => retry()} />;
  if (waiting) {
    return (
      <Suspense fallback={opening}>
        <WaitingRoom key={waiting.place.state} presale={waiting.presale} initialPlace={waiting.place} onLeave={retry} />
      </Suspense>
    );
  }
  if (!open) return opening;
  return (
    <>
      {open.turn && (
        <Suspense fallback={<div className="h-22" />}>
          <TurnClock turn={open.turn} onAgain={() => retry()} />
        </Suspense>
      )}
      {children(open)}
    </>
  );
}
