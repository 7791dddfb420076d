const DAY = new Intl.DateTimeFormat("es-MX", {
  timeZone: "America/Mexico_City",
  weekday: "short",
  day: "numeric",
  month: "short",
});

/** "Sáb 26 dic": a day with its weekday, for a card. */
export function formatShortDay(instant: Date): string {
  const part = Object.fromEntries(DAY.formatToParts(instant).map(({ type, value }) => [type, value]));
  const weekday = part.weekday ?? "";
  return `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} ${part.day} ${part.month}`.replaceAll(".", "");
}
