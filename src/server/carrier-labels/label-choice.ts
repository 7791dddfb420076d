import { randomInt } from "node:crypto";
import type { Cents } from "../../domain/money.ts";

/** A quote that staff chose. */
export interface LabelChoice {
  carrier: string;
  service: string;
  /** The price that staff saw. A dearer label is not bought. */
  seenCents: Cents;
  /** The id of the box of the quote. Empty for the default box, undefined for the proposed one. */
  box?: string | undefined;
}

/** Whether the choice is complete. */
export function isCompleteChoice({ carrier, service, seenCents }: LabelChoice): boolean {
  return carrier !== "" && service !== "" && Number.isSafeInteger(seenCents) && seenCents >= 1;
}

/** Without characters that people confuse, such as O and 0. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** A random reference for a purchase, by which the purchase can be found at the provider (decision 67). */
export function newPurchaseReference(prefix: string): string {
  return `${prefix}-${Array.from({ length: 7 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;
}
