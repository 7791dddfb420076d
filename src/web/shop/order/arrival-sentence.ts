import type { Order } from "../../../contract/orders.ts";
import { formatDayRange, formatLongDate } from "../../../domain/long-date.ts";
import { formatMexicoTime } from "../../../domain/mexico-time.ts";

type Parcel = Pick<Order["parcels"][number], "state" | "events" | "estimate">;

/**
 * The sentence that says when a parcel arrived or will arrive, or that it was not delivered (rule PARCEL-7). Null if no
 * day is known.
 */
export function arrivalSentence({ state, events, estimate }: Parcel, now: Date): string | null {
  if (state === "DELIVERED") {
    const at = events.findLast((event) => event.state === "DELIVERED")?.at;
    return at ? `Llegó el ${formatLongDate(new Date(at), now)}` : null;
  }
  if (state === "FAILED") return "La paquetería no te encontró. Míralo en su página o escríbenos.";
  if (state === "RETURNED") return "Volvió a la tienda. Te escribimos para enviarlo otra vez.";
  if (!estimate) return null;
  if (estimate.to < formatMexicoTime(now).slice(0, 10))
    return "Ya debe estar contigo. Si no te ha llegado, escríbenos.";
  return `Llega ${formatDayRange(estimate.from, estimate.to)}`;
}
