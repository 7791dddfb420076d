/** Letters of one search or filter; what is longer is cut. */
const MAX_CHARACTERS = 100;

/** What an address asks a list for. Whatever makes no sense counts as not asked: an old link still opens the list. */
export interface ListQuery {
  /** Trimmed, without control characters; empty where nothing was asked. */
  text(name: string): string;
  /** One of these words, or undefined. */
  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined;
  /** Those of these words that are ticked. */
  someOf<Word extends string>(name: string, words: readonly Word[]): Word[];
  /** The first instant of a day "2026-11-22" in Mexico City. */
  day(name: string): Date | undefined;
}

// oxlint-disable-next-line no-control-regex -- PostgreSQL takes no NUL
const CONTROL = /[\u0000-\u001f\u007f]/g;

export function readQuery(url: string): ListQuery {
  const { searchParams } = new URL(url);
  const clean = (text: string) => text.toWellFormed().replaceAll(CONTROL, " ").trim().slice(0, MAX_CHARACTERS);
  return {
    text: (name) => clean(searchParams.get(name) ?? ""),
    oneOf: (name, words) => words.find((word) => word === searchParams.get(name)),
    someOf: (name, words) => words.filter((word) => searchParams.getAll(name).includes(word)),
    day(name) {
      const asked = searchParams.get(name) ?? "";
      // Mexico City keeps UTC−6 all year (Ley de los Husos Horarios, 2022).
      const day = /^\d{4}-\d\d-\d\d$/.test(asked) ? new Date(`${asked}T00:00:00-06:00`) : undefined;
      return day && !Number.isNaN(day.getTime()) ? day : undefined;
    },
  };
}
