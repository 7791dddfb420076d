import { useEffect, useRef } from "react";
import { clockTone, MORE_TIME_FROM_SECONDS, type ClockTone } from "../../../../domain/cart-expiry.ts";
import { heldNoun } from "../../../../domain/cart-line.ts";
import { formatTime } from "../../../../domain/dates.ts";
import { useCart } from "../../../state/cart.tsx";
import { cx } from "../../../ui/class-names.ts";
import { useToast } from "../../../ui/toasts.tsx";
import { formatLeft, useSecondsLeft } from "../../clock.tsx";
import { SpokenClock } from "../../layout/cart-clock.tsx";
import { useMoreTime } from "../../cart/use-more-time.ts";

const TONE: Record<ClockTone, string> = { calm: "text-ink", warns: "text-warning", alerts: "text-error" };

/** Says it where the customer is when two minutes are left, because the header may be out of view. */
function useWarning(left: number | null, noun: string, ask: () => Promise<void>): void {
  const showToast = useToast();
  const latest = useRef({ ask, noun, showToast });
  latest.current = { ask, noun, showToast };
  const isDue = left === MORE_TIME_FROM_SECONDS;
  useEffect(() => {
    if (!isDue) return;
    latest.current.showToast("info", "Te quedan 2 minutos", `Después tus ${latest.current.noun} vuelven a la tienda.`, {
      label: "Necesito más tiempo",
      run: () => void latest.current.ask(),
    });
  }, [isDue]);
}

/** "Te quedan 19 min". In the last two minutes m:ss, with a press for more time (rule CART-6). */
export function CheckoutClock() {
  const { deadline, cart } = useCart();
  const left = useSecondsLeft(deadline);
  const { busy, ask } = useMoreTime(cart);
  useWarning(left, heldNoun(cart?.products ?? []), ask);
  if (!cart || left === null || left <= 0) return null;
  const isShort = left <= MORE_TIME_FROM_SECONDS;
  return (
    <div className={cx("flex flex-wrap items-center justify-end gap-x-3 text-sm", TONE[clockTone(left)])}>
      <span
        role="timer"
        aria-live="off"
        title={`Apartamos tus ${heldNoun(cart.products)} hasta las ${formatTime(new Date(cart.expiresOn))}`}
        className="tabular font-semibold whitespace-nowrap"
      >
        Te quedan {isShort ? formatLeft(left) : `${Math.floor(left / 60)} min`}
      </span>
      <SpokenClock seconds={left} />
      {isShort && (
        <button
          type="button"
          aria-busy={busy || undefined}
          onClick={() => void ask()}
          className="min-h-6 font-semibold underline underline-offset-4"
        >
          Necesito más tiempo
        </button>
      )}
    </div>
  );
}
