import { COUNTRIES, countryName } from "./countries.ts";
import { plainText } from "./plain-text.ts";
import { refuse, type Refusal } from "./refusal.ts";

const REGION_NAMES = new Intl.DisplayNames("es-MX", { type: "region", fallback: "none" });
const CODE_OF_NAME = new Map(
  [...COUNTRIES.map(({ code }) => code), "MEX"].map((code) => [plainText(countryName(code)), code]),
);

/** The ISO 3166-1 alpha-3 code of a country typed by its Spanish name or by either of its codes: "México", "MEX", "MX". */
export function readCountry(typed: string): string | Refusal<"country_unknown"> {
  const text = typed.trim();
  const code = text.toUpperCase();
  if (/^[A-Z]{3}$/.test(code) && countryName(code) !== code) return code;
  const name = /^[A-Z]{2}$/.test(code) ? (REGION_NAMES.of(code) ?? "") : text;
  return CODE_OF_NAME.get(plainText(name)) ?? refuse("country_unknown");
}
