import { VAT_PCT, divideHalfAwayFromZero, formatMoney, type Cents } from "./money.ts";

export interface OnlineFee {
  /** Basis points, 0 ≤ rate < 10,000 (3.49 % = 349). */
  rateBps: number;
  /** The fixed part of the fee, the same for every payment. */
  baseCents: Cents;
}

/**
 * What paying online adds to an order: `round2((total / (1 − rate) − total + base) × 1.16)` (rule CHARGE-5). In
 * integers, with the rate in basis points: `(total·bps + base·(10000−bps))·116 / ((10000−bps)·100)`, rounded half up.
 */
export function onlineFeeCents(totalCents: Cents, fee: OnlineFee): Cents {
  const total = BigInt(totalCents);
  const rateBps = BigInt(fee.rateBps);
  const shareWithoutFeeBps = 10_000n - rateBps;
  return divideHalfAwayFromZero(
    (total * rateBps + BigInt(fee.baseCents) * shareWithoutFeeBps) * BigInt(100 + VAT_PCT),
    shareWithoutFeeBps * 100n,
  );
}

/** The note about the fee (rule CHARGE-6): its rate and base, plus VAT. Empty if there is no fee. */
export function onlineFeeNote({ rateBps, baseCents }: OnlineFee): string {
  const parts = [...(rateBps > 0 ? [`${rateBps / 100}%`] : []), ...(baseCents > 0 ? [formatMoney(baseCents)] : [])];
  return parts.length === 0 ? "" : `Pagar en línea tiene una comisión por servicio de ${parts.join(" más ")}, más IVA.`;
}
