import { useState } from "react";
import { format24HourTime } from "../../../../domain/dates.ts";
import type { Deadline } from "../../../state/cart.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { formatSecondsLeft, useSecondsLeft } from "../../seconds-left.ts";
import { joinRoom } from "./room-client.ts";

/** The seconds left at which screen readers announce the clock. */
const ANNOUNCED_SECONDS = [300, 120, 60];

/** The time left in the visitor's turn to add pieces. After it, a button to queue again. */
export default function TurnClock({ turn: turnDeadline, onRejoin }: { turn: Deadline; onRejoin: () => void }) {
  const seconds = useSecondsLeft(turnDeadline) ?? 0;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const announcedSeconds = ANNOUNCED_SECONDS.findLast((limit) => seconds <= limit);
  const rejoin = async (): Promise<void> => {
    setBusy(true);
    const outcome = await joinRoom(true);
    setBusy(false);
    if (outcome.ok) onRejoin();
    else setError(outcome.problem.detail);
  };
  if (seconds === 0) {
    return (
      <Notice tone="warning" alert icon="clock" title="Tu turno terminó">
        <p>Lo que ya está en tu carrito sigue apartado. Para agregar más, fórmate otra vez.</p>
        <Button variant="secondary" className="mt-2" busy={busy} onClick={() => void rejoin()}>
          Formarme otra vez
        </Button>
        {error && <p className="mt-2 font-semibold">{error}</p>}
      </Notice>
    );
  }
  return (
    <div className="flex items-center gap-3 border-l-2 border-success bg-success-soft p-4">
      <Icon name="clock" className="size-5 shrink-0 text-success" />
      <p className="min-w-0 flex-1 text-sm">
        <strong className="block">Es tu turno</strong>
        Agrega lo que quieras hasta las{" "}
        <time dateTime={turnDeadline.endsOn}>{format24HourTime(new Date(turnDeadline.endsOn))}</time>. Lo que agregues
        queda apartado en tu carrito.
      </p>
      <p aria-hidden className="tabular text-xl font-light">
        {formatSecondsLeft(seconds)}
      </p>
      <p role="status" className="sr-only">
        {announcedSeconds === undefined
          ? `Es tu turno, hasta las ${format24HourTime(new Date(turnDeadline.endsOn))}.`
          : `De tu turno quedan ${announcedSeconds / 60} min.`}
      </p>
    </div>
  );
}
