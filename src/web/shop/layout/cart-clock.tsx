import { useEffect, useState } from "react";
import { clockTone, type ClockTone } from "../../../domain/cart-expiry.ts";
import { pieceNoun } from "../../../domain/cart-line.ts";
import { format24HourTime } from "../../../domain/dates.ts";
import { useCart } from "../../state/cart.tsx";
import { cx } from "../../ui/class-names.ts";
import { formatSecondsLeft, useSecondsLeft } from "../seconds-left.ts";

/** The remaining seconds at which a screen reader announces the time (rule CART-12). */
const ANNOUNCED_SECONDS = new Set([600, 300, 60]);

const RING_CLASS: Record<ClockTone, string> = { calm: "text-ink", warning: "text-warning", urgent: "text-error" };
const RADIUS = 15;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/**
 * The remaining time of the cart, beside its link: as m:ss, and as a ring whose arc is the share of the time from the
 * cart's last change to its expiry.
 */
export default function CartClock() {
  const { deadline, cart } = useCart();
  const secondsLeft = useSecondsLeft(deadline);
  if (!cart || secondsLeft === null || secondsLeft <= 0) return null;
  const reservationSeconds = (Date.parse(cart.expiresOn) - Date.parse(cart.modifiedOn)) / 1_000;
  const share = Math.min(1, secondsLeft / Math.max(1, reservationSeconds));
  return (
    <span
      role="timer"
      aria-live="off"
      title={`Apartamos tus ${pieceNoun(cart.products)} hasta las ${format24HourTime(new Date(cart.expiresOn))}`}
      className="flex items-center gap-1 md:gap-1.5"
    >
      <svg
        aria-hidden
        viewBox="0 0 36 36"
        className={cx("size-5 -rotate-90 md:size-6", RING_CLASS[clockTone(secondsLeft)])}
      >
        <circle cx="18" cy="18" r={RADIUS} fill="none" stroke="var(--color-line)" strokeWidth="5" />
        <circle
          cx="18"
          cy="18"
          r={RADIUS}
          fill="none"
          stroke="currentColor"
          strokeWidth="5"
          strokeDasharray={`${share * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
        />
      </svg>
      <span className="tabular text-sm font-semibold">{formatSecondsLeft(secondsLeft)}</span>
      <TimeAnnouncement seconds={secondsLeft} />
    </span>
  );
}

/** Announces to screen readers when ten, five and one minutes remain. */
export function TimeAnnouncement({ seconds }: { seconds: number }) {
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    const minutes = ANNOUNCED_SECONDS.has(seconds) ? seconds / 60 : null;
    if (minutes !== null) {
      setAnnouncement(`Quedan ${minutes} ${minutes === 1 ? "minuto" : "minutos"} para terminar tu compra.`);
    }
  }, [seconds]);
  return (
    <span role="status" className="sr-only">
      {announcement}
    </span>
  );
}
