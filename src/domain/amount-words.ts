import type { Cents } from "./money.ts";

const BELOW_THIRTY =
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve".split(
    " ",
  );
const TENS = " diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" ");
const HUNDREDS =
  " ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos".split(" ");

/** "MIL DOSCIENTOS NOVENTA Y NUEVE PESOS 50/100 M.N.": less than a billion pesos, as invoices and cheques write it. */
export function amountInWords(cents: Cents): string {
  const pesos = Math.floor(cents / 100);
  const words = dropFinalO(wholeNumberInWords(pesos));
  // "un millón de pesos", but "un millón un pesos".
  const noun = pesos === 1 ? "peso" : pesos >= 1_000_000 && pesos % 1_000_000 === 0 ? "de pesos" : "pesos";
  return `${words} ${noun} ${String(cents % 100).padStart(2, "0")}/100 M.N.`.toUpperCase();
}

function wholeNumberInWords(n: number): string {
  const [millions, thousands, units] = [Math.floor(n / 1_000_000), Math.floor(n / 1_000) % 1_000, n % 1_000];
  const words = [
    ...(millions === 1 ? ["un millón"] : millions > 1 ? [`${dropFinalO(wholeNumberInWords(millions))} millones`] : []),
    ...(thousands === 1 ? ["mil"] : thousands > 1 ? [`${dropFinalO(belowThousandInWords(thousands))} mil`] : []),
    ...(units > 0 || n === 0 ? [belowThousandInWords(units)] : []),
  ];
  return words.join(" ");
}

function belowThousandInWords(n: number): string {
  if (n === 100) return "cien";
  if (n > 100)
    return [HUNDREDS[Math.floor(n / 100)], ...(n % 100 > 0 ? [belowThousandInWords(n % 100)] : [])].join(" ");
  if (n < 30) return BELOW_THIRTY[n]!;
  return `${TENS[Math.floor(n / 10)]}${n % 10 > 0 ? ` y ${BELOW_THIRTY[n % 10]}` : ""}`;
}

/** Shortens a final "uno" as Spanish does before a noun: "un peso", "veintiún mil", "treinta y un millones". */
function dropFinalO(words: string): string {
  return words.replace(/veintiuno$/, "veintiún").replace(/uno$/, "un");
}
