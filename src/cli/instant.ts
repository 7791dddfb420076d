import { isDay, formatMexicoTimeWithOffset } from "../domain/mexico-time.ts";

/** "2026-11-21 23:30:05 (hora de México)": with seconds. `shop restore --time` reads the part before the brackets. */
export function formatInstant(instant: Date): string {
  return `${formatMexicoTimeWithOffset(instant).slice(0, 19).replace("T", " ")} (hora de México)`;
}

/**
 * Reads "2026-11-21 23:30:05" or "2026-11-21T23:30" as Mexico City time, and ISO instants with their offset. Null for
 * other texts.
 */
export function readInstant(text: string): Date | null {
  const [, date, time, offset] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:?\d\d)?$/i.exec(text.trim()) ?? [];
  if (!date || !time) return null;
  if (!isDay(date)) return null;
  const instant = new Date(`${date}T${time}${offset ?? "-06:00"}`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
