import { isDay, readMexicoTime } from "../../domain/mexico-time.ts";

/** Limit of one search or filter. Longer values are cut. */
const MAX_CHARACTERS = 100;

/**
 * The search and filters in the query of a URL. Invalid values count as absent, so that old links still open the page.
 */
export interface PageQuery {
  /** Trimmed and without control characters; empty when absent. */
  text(name: string): string;
  /** One of these words, or undefined. */
  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined;
  /** Those of `words` that are among the values of this parameter. */
  someOf<Word extends string>(name: string, words: readonly Word[]): Word[];
  /** The first instant of a day ("2026-11-22") in Mexico City. Undefined when absent or invalid. */
  day(name: string): Date | undefined;
}

// oxlint-disable-next-line no-control-regex -- PostgreSQL does not store NUL
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/g;

export function readQuery(url: string): PageQuery {
  const { searchParams } = new URL(url);
  const clean = (text: string) =>
    text.toWellFormed().replaceAll(CONTROL_CHARACTERS, " ").trim().slice(0, MAX_CHARACTERS);
  return {
    text: (name) => clean(searchParams.get(name) ?? ""),
    oneOf: (name, words) => words.find((word) => word === searchParams.get(name)),
    someOf: (name, words) => words.filter((word) => searchParams.getAll(name).includes(word)),
    day(name) {
      const value = searchParams.get(name) ?? "";
      return isDay(value) ? readMexicoTime(value)! : undefined;
    },
  };
}
