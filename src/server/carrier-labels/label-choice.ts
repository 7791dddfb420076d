import { randomInt } from "node:crypto";
import type { Cents } from "../../domain/money.ts";

/** A quote that staff chose. */
export interface LabelChoice {
  carrier: string;
  service: string;
  /** The price that staff saw. A dearer label is not bought. */
  seenCents: Cents;
  /** The id of the box that it was quoted for; empty for the usual one. Undefined: the box that is proposed. */
  box?: string | undefined;
}

export function isBuyable({ carrier, service, seenCents }: LabelChoice): boolean {
  return carrier !== "" && service !== "" && Number.isSafeInteger(seenCents) && seenCents >= 1;
}

/** Without characters that people confuse, such as O and 0. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** The unique reference of a purchase, by which the provider finds it again (decision 67). */
export function newReference(about: string): string {
  return `${about}-${Array.from({ length: 7 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;
}
