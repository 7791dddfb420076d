/** A barcode as the widths of its bars and the spaces between them, in modules, beginning with a bar. */
export interface Barcode {
  widths: number[];
  /** The sum of the widths. */
  moduleCount: number;
  /** The blank modules that a scanner needs on each side. */
  quietZone: { left: number; right: number };
}

/**
 * The widths of each digit of EAN-13 in set A: space, bar, space, bar. Set C has the same widths, but begins with a
 * bar. Set B has them in reverse order (GS1 General Specifications, 5.2).
 */
export const EAN_DIGITS = ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"];
/** The sets of the six left digits, by the first digit. */
export const EAN_PARITY = [
  "AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA",
]; // prettier-ignore

/** EAN-13 of 13 digits, whose check digit is correct. */
export function ean13(digits: string): Barcode {
  const parity = EAN_PARITY[Number(digits[0])]!;
  const digitAt = (index: number): string => EAN_DIGITS[Number(digits[index])]!;
  const left = Array.from(parity, (set, index) => (set === "A" ? digitAt(index + 1) : reverse(digitAt(index + 1))));
  const right = [7, 8, 9, 10, 11, 12].map(digitAt);
  return toBarcode(["111", ...left, "11111", ...right, "111"].join(""), { left: 11, right: 7 });
}

/** The symbols of Code 128 by value: bars and spaces in turn (ISO/IEC 15417, table 1). The stop symbol has seven. */
export const CODE128_SYMBOLS = `
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122
123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323
131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131
213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122
141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112
124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141
411131 211412 211214 211232 2331112`
  .trim()
  .split(/\s+/);
const SWITCH_TO_C = 99;
const SWITCH_TO_B = 100;
const START_B = 104;
const START_C = 105;
const STOP = 106;

/** What Code 128 can encode here: printable ASCII. */
export function isCode128Text(text: string): boolean {
  return /^[ -~]+$/.test(text);
}

/** Code 128 of printable ASCII. Runs of digits are packed in pairs (set C). */
export function code128(text: string): Barcode {
  const values: number[] = [];
  const selectSet = (startSymbol: number, switchSymbol: number): void => {
    if (values.length === 0) values.push(startSymbol);
    else values.push(switchSymbol);
  };
  let isSetC = false;
  // Pairs save symbols in a run of at least four digits at an end of the text, or six in the middle. If the number of
  // digits is odd, the first one is not packed.
  for (const run of text.match(/\d+|\D+/g) ?? []) {
    const isAtEitherEnd = text.startsWith(run) || text.endsWith(run);
    const packedDigitCount =
      /^\d/.test(run) && run.length >= (isAtEitherEnd ? 4 : 6) ? run.length - (run.length % 2) : 0;
    const plainCharacters = run.slice(0, run.length - packedDigitCount);
    if (plainCharacters !== "") {
      if (isSetC || values.length === 0) selectSet(START_B, SWITCH_TO_B);
      isSetC = false;
      values.push(...Array.from(plainCharacters, (character) => character.charCodeAt(0) - 32));
    }
    if (packedDigitCount > 0) {
      selectSet(START_C, SWITCH_TO_C);
      isSetC = true;
      values.push(...(run.slice(-packedDigitCount).match(/\d\d/g) ?? []).map(Number));
    }
  }
  const check = values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % 103;
  return toBarcode([...values, check, STOP].map((value) => CODE128_SYMBOLS[value]!).join(""), { left: 10, right: 10 });
}

function toBarcode(widths: string, quietZone: Barcode["quietZone"]): Barcode {
  const list = Array.from(widths, Number);
  return { widths: list, moduleCount: list.reduce((sum, width) => sum + width, 0), quietZone };
}

function reverse(text: string): string {
  return text.split("").toReversed().join("");
}
