/** How long a grant lets its visitor choose. */
export const GRANT_MINUTES = 10;

/** Whoever was called and does not come in this time keeps nobody waiting; he is still let in when he comes. */
export const COMES_WITHIN_SECONDS = 90;

/** All polls of those who wait for the opening, spread over this long after it; for longer where many wait. */
const OPENING_SPREAD_SECONDS = 6;
const OPENING_SPREAD_MOST = 20;
const LOOKS_A_SECOND = 300;

/** News is this old at the most, wherever in the row and however busy the shop. */
const LONGEST_POLL = 30;

/**
 * In how many seconds a visitor should look again: the nearer his turn, the sooner. `chance` in [0, 1) spreads those
 * who came together.
 */
export function pollSeconds(ahead: number, chance: number): number {
  const base = ahead < 50 ? 3 : ahead < 500 ? 6 : ahead < 1_500 ? 12 : 20;
  return round(base * (0.8 + 0.4 * chance));
}

/** The same before the opening: seldom, and then soon after it. `people` wait for it. */
export function pollSecondsBefore(secondsToOpening: number, people: number, chance: number): number {
  const seldom = 15 * (0.8 + 0.4 * chance);
  const spread = Math.min(OPENING_SPREAD_MOST, Math.max(OPENING_SPREAD_SECONDS, people / LOOKS_A_SECOND));
  return round(secondsToOpening > 20 ? seldom : Math.max(0, secondsToOpening) + 0.3 + spread * chance);
}

/** Put off where this process is out of breath (`stretchOf`), but not for longer than news may be old. */
export function stretched(seconds: number, stretch: number): number {
  return round(Math.max(seconds, Math.min(LONGEST_POLL, seconds * stretch)));
}

/** Nothing is left, though a cancelled order may bring something back. */
export function pollSecondsSoldOut(chance: number): number {
  return round(60 * (0.8 + 0.4 * chance));
}

/** How far everybody's next look is put off at the most. */
const MOST_STRETCH = 4;

/**
 * By how much looks are put off where this process is out of breath: `lagMs` is how late its work begins on average. Who
 * waits hears a little later; who comes, adds and pays is served.
 */
export function stretchOf(lagMs: number): number {
  return Math.min(MOST_STRETCH, Math.max(1, lagMs / 50));
}

interface Crowd {
  /** Visitors between this one and those already called. */
  ahead: number;
  /** Called in the last minutes, and how many minutes that were. */
  called: number;
  minutes: number;
  /** Who may choose at once. */
  choosingAtOnce: number;
  /** Pieces on the shelf and in live carts. */
  pieces: number;
}

/**
 * About how long until his turn, in whole minutes from 1. At the pace of the last minutes; but never slower than grants
 * end by themselves, when everybody who may choose takes his ten minutes.
 */
export function waitMinutes({ ahead, called, minutes, choosingAtOnce, pieces }: Crowd): number {
  const slowest = Math.max(1, Math.min(choosingAtOnce, pieces)) / GRANT_MINUTES;
  const pace = Math.max(slowest, minutes > 0 ? called / Math.max(minutes, 1) : 0);
  return Math.max(1, Math.ceil((ahead + 1) / pace));
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
