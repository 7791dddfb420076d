/** How long a grant lets its visitor choose, in minutes. */
export const GRANT_MINUTES = 10;

/**
 * An admitted visitor whose browser does not poll within this time no longer counts among those who choose, so others
 * are admitted. The visitor stays admitted, and their next poll starts their grant.
 */
export const START_GRANT_WITHIN_SECONDS = 90;

/** The first polls after the opening are spread over this many seconds, and over more seconds with many visitors. */
const OPENING_SPREAD_SECONDS = 6;
const MAX_OPENING_SPREAD_SECONDS = 20;
const OPENING_POLLS_PER_SECOND = 300;

/** The longest interval to which a delay under load lengthens polls. Others, as once all is sold, may be longer. */
const MAX_POLL_SECONDS = 30;

/**
 * The seconds until a visitor's next poll: shorter near their turn. `randomValue` in [0, 1) spreads visitors who
 * arrived at the same time.
 */
export function pollSeconds(ahead: number, randomValue: number): number {
  const baseSeconds = ahead < 50 ? 3 : ahead < 500 ? 6 : ahead < 1_500 ? 12 : 20;
  return roundToTenth(baseSeconds * (0.8 + 0.4 * randomValue));
}

/** The seconds until the next poll before the opening. The last poll before it is followed by one soon after it. */
export function pollSecondsBeforeOpening(secondsToOpening: number, visitors: number, randomValue: number): number {
  const longIntervalSeconds = 15 * (0.8 + 0.4 * randomValue);
  const spreadSeconds = Math.min(
    MAX_OPENING_SPREAD_SECONDS,
    Math.max(OPENING_SPREAD_SECONDS, visitors / OPENING_POLLS_PER_SECOND),
  );
  return roundToTenth(
    secondsToOpening > 20 ? longIntervalSeconds : Math.max(0, secondsToOpening) + 0.3 + spreadSeconds * randomValue,
  );
}

/**
 * Lengthens a poll interval while this process is overloaded (`pollDelayFactor`), up to the longest poll interval. An
 * interval that is longer already does not change.
 */
export function delayedPollSeconds(seconds: number, delayFactor: number): number {
  return roundToTenth(Math.max(seconds, Math.min(MAX_POLL_SECONDS, seconds * delayFactor)));
}

/** The interval once everything is sold. A cancelled order may still return pieces. */
export function pollSecondsWhenSoldOut(randomValue: number): number {
  return roundToTenth(60 * (0.8 + 0.4 * randomValue));
}

/** The largest factor by which polls are delayed. */
const MAX_DELAY_FACTOR = 4;

/**
 * The factor by which polls are delayed while this process is overloaded, from the average delay of its event loop.
 * Waiting visitors are informed a little later, so that new visitors, carts and payments are served.
 */
export function pollDelayFactor(eventLoopDelayMs: number): number {
  return Math.min(MAX_DELAY_FACTOR, Math.max(1, eventLoopDelayMs / 50));
}

interface QueueFigures {
  /** Visitors between this one and those already admitted. */
  ahead: number;
  /** Visitors admitted in the last minutes, and the number of those minutes. */
  recentlyAdmitted: number;
  countedMinutes: number;
  /** How many visitors may choose at the same time. */
  choosingAtOnce: number;
  /** Pieces in stock and in active carts. */
  pieces: number;
}

/**
 * The approximate wait until the visitor's turn, in whole minutes from 1. Based on the rate of the last minutes, but
 * never slower than grants expire if every admitted visitor uses all ten minutes.
 */
export function waitMinutes({ ahead, recentlyAdmitted, countedMinutes, choosingAtOnce, pieces }: QueueFigures): number {
  const minRate = Math.max(1, Math.min(choosingAtOnce, pieces)) / GRANT_MINUTES;
  const rate = Math.max(minRate, countedMinutes > 0 ? recentlyAdmitted / Math.max(countedMinutes, 1) : 0);
  return Math.max(1, Math.ceil((ahead + 1) / rate));
}

function roundToTenth(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
