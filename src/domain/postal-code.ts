/**
 * The state of a postal code, by its first two digits. The table was written manually from the ranges of each state.
 * The post office's own list is not included (rule CHECKOUT-8). An address with an unknown code is
 * not refused, but an invoice is (`isFiscalPostalCode`).
 */
const STATES: [from: number, to: number, state: string][] = [
  [0, 16, "Ciudad de México"],
  [20, 20, "Aguascalientes"],
  [21, 22, "Baja California"],
  [23, 23, "Baja California Sur"],
  [24, 24, "Campeche"],
  [25, 27, "Coahuila"],
  [28, 28, "Colima"],
  [29, 30, "Chiapas"],
  [31, 33, "Chihuahua"],
  [34, 35, "Durango"],
  [36, 38, "Guanajuato"],
  [39, 41, "Guerrero"],
  [42, 43, "Hidalgo"],
  [44, 49, "Jalisco"],
  [50, 57, "Estado de México"],
  [58, 61, "Michoacán"],
  [62, 62, "Morelos"],
  [63, 63, "Nayarit"],
  [64, 67, "Nuevo León"],
  [68, 71, "Oaxaca"],
  [72, 75, "Puebla"],
  [76, 76, "Querétaro"],
  [77, 77, "Quintana Roo"],
  [78, 79, "San Luis Potosí"],
  [80, 82, "Sinaloa"],
  [83, 85, "Sonora"],
  [86, 86, "Tabasco"],
  [87, 89, "Tamaulipas"],
  [90, 90, "Tlaxcala"],
  [91, 96, "Veracruz"],
  [97, 97, "Yucatán"],
  [98, 99, "Zacatecas"],
];

export const STATE_NAMES: string[] = STATES.map(([, , state]) => state).sort((a, b) => a.localeCompare(b, "es"));

export function stateOfPostalCode(code: string): string | null {
  if (!/^\d{5}$/.test(code)) return null;
  const prefix = Number(code.slice(0, 2));
  return STATES.find(([from, to]) => prefix >= from && prefix <= to)?.[2] ?? null;
}

/**
 * Whether a code may be in SAT's c_CodigoPostal, as far as this is certain without the list. The post office assigns 00
 * to Mexico City, but SAT's list begins with 01. No place has the code 99999.
 */
export function isFiscalPostalCode(code: string): boolean {
  return stateOfPostalCode(code) !== null && !code.startsWith("00") && code !== "99999";
}
