const TIME_FORMAT = new Intl.DateTimeFormat("es-MX", {
  timeZone: "America/Mexico_City",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});

/**
 * "2:05 p. m." in Mexico City, with spaces that do not break. Runtimes write "p.m." and differ in the space before it.
 */
export function format12HourTime(instant: Date): string {
  return TIME_FORMAT.format(instant).replace(/\s*([ap])\.\s*m\./, "\u00a0$1.\u00a0m.");
}
