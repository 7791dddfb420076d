import { InvalidArgumentError } from "commander";
import { isDay } from "../domain/mexico-time.ts";

/** A day as it is typed, `2026-11-30`. */
export function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError("Un día, p. ej. 2026-11-30.");
  return text;
}

/** The first day of a month that is typed as `2026-11`. */
export function month(text: string): string {
  if (!isDay(`${text}-01`)) throw new InvalidArgumentError("Un mes, p. ej. 2026-11.");
  return `${text}-01`;
}
