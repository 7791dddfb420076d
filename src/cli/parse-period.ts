import { InvalidArgumentError } from "commander";
import { isDay } from "../domain/mexico-time.ts";

/** Parses a day, `2026-11-30`. */
export function parseDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError("Un día, p. ej. 2026-11-30.");
  return text;
}

/** Parses a month, `2026-11`, and returns its first day. */
export function parseMonth(text: string): string {
  if (!isDay(`${text}-01`)) throw new InvalidArgumentError("Un mes, p. ej. 2026-11.");
  return `${text}-01`;
}
