const CENTRAL_MEXICO_OFFSET_MS = -6 * 60 * 60 * 1000;

/** "2026-11-22T12:00:00.000-06:00", Mercado Pago's date format. */
export function toWireDate(instant: Date): string {
  return new Date(instant.getTime() + CENTRAL_MEXICO_OFFSET_MS).toISOString().replace("Z", "-06:00");
}

const ISO_INSTANT_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})$/;
const RELATIVE_DATE_PATTERN = /^NOW(?:-(\d{1,4})(MINUTE|HOUR|DAY|MONTH|YEAR)S?)?$/;
const UNIT_MINUTES = { MINUTE: 1, HOUR: 60, DAY: 24 * 60, MONTH: 30 * 24 * 60, YEAR: 365 * 24 * 60 };

/** An ISO instant with its offset. Undefined for anything else. */
export function fromWireDate(text: string): Date | undefined {
  if (!ISO_INSTANT_PATTERN.test(text)) return undefined;
  const instant = new Date(text.replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** A date in a search: an ISO instant, `NOW`, or `NOW-3DAYS`. */
export function fromSearchDate(text: string): Date | undefined {
  const relativeMatch = RELATIVE_DATE_PATTERN.exec(text);
  if (!relativeMatch) return fromWireDate(text);
  const [, count = "0", unit = "DAY"] = relativeMatch;
  return new Date(Date.now() - Number(count) * UNIT_MINUTES[unit as keyof typeof UNIT_MINUTES] * 60_000);
}
