const DAY_FORMAT = new Intl.DateTimeFormat("es-MX", {
  timeZone: "America/Mexico_City",
  weekday: "short",
  day: "numeric",
  month: "short",
});

/** "Sáb 26 dic": a day with its weekday, for a card. */
export function formatDayWithWeekday(instant: Date): string {
  const parts = Object.fromEntries(DAY_FORMAT.formatToParts(instant).map(({ type, value }) => [type, value]));
  const weekday = parts.weekday ?? "";
  return `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} ${parts.day} ${parts.month}`.replaceAll(".", "");
}
