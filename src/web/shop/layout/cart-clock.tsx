import { useEffect, useState } from "react";
import { clockTone, type ClockTone } from "../../../domain/cart-expiry.ts";
import { heldNoun } from "../../../domain/cart-line.ts";
import { formatTime } from "../../../domain/dates.ts";
import { useCart } from "../../state/cart.tsx";
import { cx } from "../../ui/class-names.ts";
import { formatLeft, useSecondsLeft } from "../clock.tsx";

/** Announced when this many seconds are left (rule CART-12), not every second. */
const SPOKEN_AT = new Set([600, 300, 60]);

const RING: Record<ClockTone, string> = { calm: "text-success", warns: "text-warning", alerts: "text-error" };
const RADIUS = 15;
const LENGTH = 2 * Math.PI * RADIUS;

/** The ring beside the cart: m:ss left, as a share of the time when the clock last started. */
export default function CartClock() {
  const { deadline, cart } = useCart();
  const left = useSecondsLeft(deadline);
  if (!cart || left === null || left <= 0) return null;
  const whole = (Date.parse(cart.expiresOn) - Date.parse(cart.modifiedOn)) / 1_000;
  const share = Math.min(1, left / Math.max(1, whole));
  return (
    <span
      role="timer"
      aria-live="off"
      title={`Apartamos tus ${heldNoun(cart.products)} hasta las ${formatTime(new Date(cart.expiresOn))}`}
      className="flex items-center gap-1 md:gap-1.5"
    >
      <svg aria-hidden viewBox="0 0 36 36" className={cx("size-5 -rotate-90 md:size-6", RING[clockTone(left)])}>
        <circle cx="18" cy="18" r={RADIUS} fill="none" stroke="var(--color-line)" strokeWidth="5" />
        <circle
          cx="18"
          cy="18"
          r={RADIUS}
          fill="none"
          stroke="currentColor"
          strokeWidth="5"
          strokeDasharray={`${share * LENGTH} ${LENGTH}`}
        />
      </svg>
      <span className="tabular text-sm font-semibold">{formatLeft(left)}</span>
      <SpokenClock seconds={left} />
    </span>
  );
}

export function SpokenClock({ seconds }: { seconds: number }) {
  const [announced, setAnnounced] = useState("");
  useEffect(() => {
    const minutes = SPOKEN_AT.has(seconds) ? seconds / 60 : null;
    if (minutes !== null) {
      setAnnounced(`Quedan ${minutes} ${minutes === 1 ? "minuto" : "minutos"} para terminar tu compra.`);
    }
  }, [seconds]);
  return (
    <span role="status" className="sr-only">
      {announced}
    </span>
  );
}
