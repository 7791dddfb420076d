import { CODE128_SYMBOLS, EAN_DIGITS, EAN_PARITY } from "./barcode.ts";
import { gtinCheckDigit } from "./gtin.ts";

/** How far a bar may be from its nominal width, in modules, on average over a digit or symbol. */
const MAX_ERROR = 0.35;
const EAN_WIDTHS = EAN_DIGITS.map((digit) => Array.from(digit, Number));
const SYMBOL_WIDTHS = CODE128_SYMBOLS.map((symbol) => Array.from(symbol, Number));
const [SWITCH_TO_C, SWITCH_TO_B, START_B, START_C, STOP] = [99, 100, 104, 105, 106];

/**
 * The text of a barcode (EAN-13, UPC-A, EAN-8, or Code 128 in the sets B and C) across a row of gray values, in either
 * direction. Null if there is none, or if its check digit or check symbol is wrong.
 */
export function readBarcode(row: ArrayLike<number>): string | null {
  const runs = toRuns(row);
  return readRuns(runs) ?? readRuns(runs.toReversed());
}

/** The alternating widths of spaces and bars in pixels, with fractions. The first and the last are spaces. */
function toRuns(row: ArrayLike<number>): number[] {
  const thresholds = localThresholds(row);
  const runs: number[] = [];
  let edge = 0;
  let isBar = false;
  for (let index = 0; index < row.length; index++) {
    const difference = row[index]! - thresholds[index]!;
    if (difference < 0 === isBar) continue;
    const previousDifference = index === 0 ? difference : row[index - 1]! - thresholds[index - 1]!;
    const crossing =
      previousDifference === difference ? index : index - 1 + previousDifference / (previousDifference - difference);
    runs.push(crossing - edge);
    edge = crossing;
    isBar = !isBar;
  }
  if (isBar) runs.push(row.length - edge, 0);
  else runs.push(row.length - edge);
  return runs;
}

/**
 * For each pixel the middle between the darkest and the lightest value near it, so that a shadow is not taken for a
 * bar. Where the contrast is low, as on blank paper, the middle of the whole row.
 */
function localThresholds(row: ArrayLike<number>): number[] {
  const values = Array.from(row);
  const radius = Math.max(8, Math.round(row.length / 12));
  const rowRange = rangeOf(values);
  return values.map((_, index) => {
    const nearRange = rangeOf(values.slice(Math.max(0, index - radius), index + radius));
    const { darkest, lightest } =
      nearRange.lightest - nearRange.darkest < (rowRange.lightest - rowRange.darkest) / 3 ? rowRange : nearRange;
    return (darkest + lightest) / 2;
  });
}

function rangeOf(values: readonly number[]): { darkest: number; lightest: number } {
  return { darkest: Math.min(...values), lightest: Math.max(...values) };
}

function readRuns(runs: readonly number[]): string | null {
  // Bars have odd indexes.
  for (let start = 1; start < runs.length; start += 2) {
    const text = readEan(runs, start, 6) ?? readEan(runs, start, 4) ?? readCode128(runs, start);
    if (text !== null) return text;
  }
  return null;
}

/** The digits of an EAN-13 (6 on each side of its middle) or EAN-8 (4) whose first bar is `runs[start]`. */
function readEan(runs: readonly number[], start: number, digitsPerSide: 4 | 6): string | null {
  const length = 3 + 4 * digitsPerSide + 5 + 4 * digitsPerSide + 3;
  const codeRuns = runs.slice(start, start + length);
  const module = sum(codeRuns) / (6 + 5 + 14 * digitsPerSide);
  const hasQuietZones =
    codeRuns.length === length && runs[start - 1]! > 5 * module && (runs[start + length] ?? 0) > 4 * module;
  if (!hasQuietZones || errorOf(codeRuns.slice(0, 3), [1, 1, 1]) > MAX_ERROR) return null;
  let [digits, parity] = ["", ""];
  for (let position = 0; position < 2 * digitsPerSide; position++) {
    const from = 3 + 4 * position + (position >= digitsPerSide ? 5 : 0);
    const widths = codeRuns.slice(from, from + 4);
    const forward = findNearestPattern(widths, EAN_WIDTHS);
    const reversed = findNearestPattern(widths.toReversed(), EAN_WIDTHS);
    const isSetB = position < digitsPerSide && digitsPerSide === 6 && reversed.error < forward.error;
    const best = isSetB ? reversed : forward;
    if (best.error > MAX_ERROR) return null;
    digits += best.index;
    if (position < digitsPerSide) parity += isSetB ? "B" : "A";
  }
  if (digitsPerSide === 6) {
    const first = EAN_PARITY.indexOf(parity);
    if (first === -1) return null;
    digits = `${first}${digits}`;
  }
  return gtinCheckDigit(digits.slice(0, -1)) === Number(digits.at(-1)) ? digits : null;
}

function readCode128(runs: readonly number[], start: number): string | null {
  const values: number[] = [];
  for (let from = start; from + 7 <= runs.length; from += 6) {
    const isStart = values.length === 0;
    const { index, error } = findNearestPattern(runs.slice(from, from + 6), SYMBOL_WIDTHS);
    const isStop = errorOf(runs.slice(from, from + 7), SYMBOL_WIDTHS[STOP]!) < error;
    if (isStop || error > MAX_ERROR) return isStop && !isStart ? decodeCode128(values) : null;
    if (isStart && (index < START_B || index > START_C || runs[start - 1]! < sum(runs.slice(from, from + 6)) / 3))
      return null;
    values.push(index);
  }
  return null;
}

/** The text of the values, if the last one is their check symbol. */
function decodeCode128(values: readonly number[]): string | null {
  const check = values.at(-1)!;
  const valuesBeforeCheck = values.slice(0, -1);
  const expectedCheck = valuesBeforeCheck.reduce((total, value, index) => total + value * Math.max(1, index), 0) % 103;
  if (valuesBeforeCheck.length < 2 || check !== expectedCheck) return null;
  let isSetC = valuesBeforeCheck[0] === START_C;
  let text = "";
  for (const value of valuesBeforeCheck.slice(1)) {
    if (isSetC && value < 100) text += String(value).padStart(2, "0");
    else if (!isSetC && value < 95) text += String.fromCharCode(value + 32);
    else if (value === SWITCH_TO_C && !isSetC) isSetC = true;
    else if (value === SWITCH_TO_B && isSetC) isSetC = false;
    else return null;
  }
  return text;
}

function findNearestPattern(
  widths: readonly number[],
  patterns: readonly number[][],
): { index: number; error: number } {
  let best = { index: -1, error: Infinity };
  for (const [index, pattern] of patterns.entries()) {
    if (pattern.length !== widths.length) continue;
    const error = errorOf(widths, pattern);
    if (error < best.error) best = { index, error };
  }
  return best;
}

/** The mean distance of bars and spaces from a pattern, in modules. */
function errorOf(widths: readonly number[], pattern: readonly number[]): number {
  const module = sum(widths) / sum(pattern);
  return sum(widths.map((width, index) => Math.abs(width / module - pattern[index]!))) / widths.length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
