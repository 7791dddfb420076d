/**
 * Thrown where something of ours is overloaded or does not answer now: a full queue, a file store that is away. Trying
 * again in a moment may help, so HTTP answers 503.
 */
export class Unavailable extends Error {
  override name = "Unavailable";
}
