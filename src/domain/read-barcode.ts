import { CODE128_SYMBOLS, EAN_DIGITS, EAN_PARITY } from "./barcode.ts";
import { gtinCheckDigit } from "./gtin.ts";

/** How far a bar may be from its nominal width, in modules, on average over a digit or symbol. */
const MAX_ERROR = 0.35;
const EAN_WIDTHS = EAN_DIGITS.map((digit) => Array.from(digit, Number));
const SYMBOL_WIDTHS = CODE128_SYMBOLS.map((symbol) => Array.from(symbol, Number));
const [TO_C, TO_B, START_B, START_C, STOP] = [99, 100, 104, 105, 106];

/**
 * The text of a barcode (EAN-13, UPC-A, EAN-8, or Code 128 in the sets B and C) across a row of gray values, in either
 * direction; null if there is none. A check digit or symbol that is wrong is no barcode.
 */
export function readBarcode(row: ArrayLike<number>): string | null {
  const runs = toRuns(row);
  return readRuns(runs) ?? readRuns(runs.toReversed());
}

/** The widths of spaces and bars in turn, beginning and ending with a space, to a fraction of a pixel. */
function toRuns(row: ArrayLike<number>): number[] {
  const thresholds = localThresholds(row);
  const runs: number[] = [];
  let edge = 0;
  let isBar = false;
  for (let at = 0; at < row.length; at++) {
    const difference = row[at]! - thresholds[at]!;
    if (difference < 0 === isBar) continue;
    const before = at === 0 ? difference : row[at - 1]! - thresholds[at - 1]!;
    const crossing = before === difference ? at : at - 1 + before / (before - difference);
    runs.push(crossing - edge);
    edge = crossing;
    isBar = !isBar;
  }
  if (isBar) runs.push(row.length - edge, 0);
  else runs.push(row.length - edge);
  return runs;
}

/**
 * Half way between the darkest and the lightest around each pixel, so that a shadow is no bar. Where there is little
 * contrast, as on blank paper, half way between those of the row.
 */
function localThresholds(row: ArrayLike<number>): number[] {
  const values = Array.from(row);
  const half = Math.max(8, Math.round(row.length / 12));
  const all = rangeOf(values);
  return values.map((_, at) => {
    const near = rangeOf(values.slice(Math.max(0, at - half), at + half));
    const { darkest, lightest } = near.lightest - near.darkest < (all.lightest - all.darkest) / 3 ? all : near;
    return (darkest + lightest) / 2;
  });
}

function rangeOf(values: readonly number[]): { darkest: number; lightest: number } {
  return { darkest: Math.min(...values), lightest: Math.max(...values) };
}

function readRuns(runs: readonly number[]): string | null {
  // Bars are at odd places.
  for (let at = 1; at < runs.length; at += 2) {
    const text = readEan(runs, at, 6) ?? readEan(runs, at, 4) ?? readCode128(runs, at);
    if (text !== null) return text;
  }
  return null;
}

/** EAN-13 (`half` = 6 digits on each side) or EAN-8 (4) whose first bar is at a place. */
function readEan(runs: readonly number[], at: number, half: 4 | 6): string | null {
  const length = 3 + 4 * half + 5 + 4 * half + 3;
  const all = runs.slice(at, at + length);
  const module = sum(all) / (6 + 5 + 14 * half);
  const isFramed = all.length === length && runs[at - 1]! > 5 * module && (runs[at + length] ?? 0) > 4 * module;
  if (!isFramed || errorOf(all.slice(0, 3), [1, 1, 1]) > MAX_ERROR) return null;
  let [digits, parity] = ["", ""];
  for (let place = 0; place < 2 * half; place++) {
    const from = 3 + 4 * place + (place >= half ? 5 : 0);
    const widths = all.slice(from, from + 4);
    const ahead = nearest(widths, EAN_WIDTHS);
    const reversed = nearest(widths.toReversed(), EAN_WIDTHS);
    const isB = place < half && half === 6 && reversed.error < ahead.error;
    const best = isB ? reversed : ahead;
    if (best.error > MAX_ERROR) return null;
    digits += best.index;
    if (place < half) parity += isB ? "B" : "A";
  }
  if (half === 6) {
    const first = EAN_PARITY.indexOf(parity);
    if (first === -1) return null;
    digits = `${first}${digits}`;
  }
  return gtinCheckDigit(digits.slice(0, -1)) === Number(digits.at(-1)) ? digits : null;
}

function readCode128(runs: readonly number[], at: number): string | null {
  const values: number[] = [];
  for (let from = at; from + 7 <= runs.length; from += 6) {
    const isStart = values.length === 0;
    const { index, error } = nearest(runs.slice(from, from + 6), SYMBOL_WIDTHS);
    const isStop = errorOf(runs.slice(from, from + 7), SYMBOL_WIDTHS[STOP]!) < error;
    if (isStop || error > MAX_ERROR) return isStop && !isStart ? readText(values) : null;
    if (isStart && (index < START_B || index > START_C || runs[at - 1]! < sum(runs.slice(from, from + 6)) / 3))
      return null;
    values.push(index);
  }
  return null;
}

/** The text of the values, if the last one is their check symbol. */
function readText(values: readonly number[]): string | null {
  const check = values.at(-1)!;
  const others = values.slice(0, -1);
  const expected = others.reduce((total, value, at) => total + value * Math.max(1, at), 0) % 103;
  if (others.length < 2 || check !== expected) return null;
  let isPairs = others[0] === START_C;
  let text = "";
  for (const value of others.slice(1)) {
    if (isPairs && value < 100) text += String(value).padStart(2, "0");
    else if (!isPairs && value < 95) text += String.fromCharCode(value + 32);
    else if (value === TO_C && !isPairs) isPairs = true;
    else if (value === TO_B && isPairs) isPairs = false;
    else return null;
  }
  return text;
}

function nearest(widths: readonly number[], patterns: readonly number[][]): { index: number; error: number } {
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
  return sum(widths.map((width, at) => Math.abs(width / module - pattern[at]!))) / widths.length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
