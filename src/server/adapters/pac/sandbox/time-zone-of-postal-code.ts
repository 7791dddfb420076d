/**
 * The time zones other than that of central Mexico, by the first two digits of the postal code. Differences between
 * municipalities are ignored.
 */
const TIME_ZONES: Record<string, string> = {
  "21": "America/Tijuana",
  "22": "America/Tijuana",
  "23": "America/Mazatlan",
  "63": "America/Mazatlan",
  "77": "America/Cancun",
  "80": "America/Mazatlan",
  "81": "America/Mazatlan",
  "82": "America/Mazatlan",
  "83": "America/Hermosillo",
  "84": "America/Hermosillo",
  "85": "America/Hermosillo",
};

export function timeZoneOfPostalCode(postalCode: string): string {
  return TIME_ZONES[postalCode.slice(0, 2)] ?? "America/Mexico_City";
}
