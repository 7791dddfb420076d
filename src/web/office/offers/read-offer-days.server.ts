import { endOfDay } from "../../../domain/dates.ts";
import { isDay, readMexicoTime } from "../../../domain/mexico-time.ts";
import type { FormFields } from "../guard.ts";

export const PRICE_ERROR = "Escribe el precio en pesos, p. ej. 349.50, o el descuento, p. ej. 20 %.";
const DAY_ERROR = "Elige un día del calendario.";

export interface OfferDays {
  /** Null: the offer starts now. */
  startsAt: Date | null;
  /** The end of the last day; null for an offer without an end. */
  endsAt: Date | null;
  /** Errors by field name. */
  errors: { from?: string; until?: string };
}

/**
 * Reads the days of the fields `from` and `until`. An offer whose first day is today starts now. An invalid day is in
 * `errors`, and its instant is null.
 */
export function readOfferDays(form: FormFields, now = new Date()): OfferDays {
  const errors: OfferDays["errors"] = {};
  const readDay = (name: "from" | "until"): Date | null => {
    const text = form.text(name, 20);
    if (text === "") return null;
    const day = isDay(text) ? readMexicoTime(text) : null;
    if (day === null) errors[name] = DAY_ERROR;
    return day;
  };
  const firstDay = readDay("from");
  const lastDay = readDay("until");
  const isToday = firstDay !== null && firstDay <= now && endOfDay(firstDay) >= now;
  return { startsAt: isToday ? null : firstDay, endsAt: lastDay && endOfDay(lastDay), errors };
}
