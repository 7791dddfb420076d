import { useEffect, useRef } from "react";
import { clockTone, OFFER_MORE_TIME_SECONDS, type ClockTone } from "../../../../domain/cart-expiry.ts";
import { pieceNoun } from "../../../../domain/cart-line.ts";
import { format24HourTime } from "../../../../domain/dates.ts";
import { useCart } from "../../../state/cart.tsx";
import { cx } from "../../../ui/class-names.ts";
import { useToast } from "../../../ui/toasts.tsx";
import { formatSecondsLeft, useSecondsLeft } from "../../seconds-left.ts";
import { TimeAnnouncement } from "../../layout/cart-clock.tsx";
import { useMoreTime } from "../../cart/use-more-time.ts";

const TONE_CLASS: Record<ClockTone, string> = { calm: "text-ink", warning: "text-warning", urgent: "text-error" };

/** Shows a toast when less than two minutes are left, because the header may be out of view. */
function useExpiryToast(isTimeShort: boolean, noun: string, requestMoreTime: () => Promise<void>): void {
  const showToast = useToast();
  const latestValues = useRef({ requestMoreTime, noun, showToast });
  latestValues.current = { requestMoreTime, noun, showToast };
  useEffect(() => {
    if (!isTimeShort) return;
    latestValues.current.showToast(
      "info",
      "Te queda poco tiempo",
      `En menos de 2 minutos tus ${latestValues.current.noun} vuelven a la tienda.`,
      {
        label: "Necesito más tiempo",
        run: () => void latestValues.current.requestMoreTime(),
      },
    );
  }, [isTimeShort]);
}

/** The time left: "Te quedan 19 min", or m:ss in the last two minutes, with a button for more time (rule CART-6). */
export function CheckoutClock() {
  const { deadline, cart } = useCart();
  const secondsLeft = useSecondsLeft(deadline);
  const { busy, requestMoreTime } = useMoreTime(cart);
  const isTimeShort = secondsLeft !== null && secondsLeft > 0 && secondsLeft <= OFFER_MORE_TIME_SECONDS;
  useExpiryToast(isTimeShort, pieceNoun(cart?.products ?? []), requestMoreTime);
  if (!cart || secondsLeft === null || secondsLeft <= 0) return null;
  return (
    <div className={cx("flex flex-wrap items-center justify-end gap-x-3 text-sm", TONE_CLASS[clockTone(secondsLeft)])}>
      <span
        role="timer"
        aria-live="off"
        title={`Apartamos tus ${pieceNoun(cart.products)} hasta las ${format24HourTime(new Date(cart.expiresOn))}`}
        className="tabular font-semibold whitespace-nowrap"
      >
        Te quedan {isTimeShort ? formatSecondsLeft(secondsLeft) : `${Math.floor(secondsLeft / 60)} min`}
      </span>
      <TimeAnnouncement seconds={secondsLeft} />
      {isTimeShort && (
        <button
          type="button"
          aria-busy={busy || undefined}
          onClick={() => void requestMoreTime()}
          className="min-h-6 font-semibold underline underline-offset-4"
        >
          Necesito más tiempo
        </button>
      )}
    </div>
  );
}
