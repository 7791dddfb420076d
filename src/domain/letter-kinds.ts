/** The letters to customers that a shop may add words of its own to. */
export const LETTER_KINDS = [
  "orderCreated",
  "paymentAccepted",
  "shipped",
  "cancelled",
  "tickets",
  "paymentReminder",
  "voucher",
  "receiptRefused",
  "refund",
  "joined",
  "invoice",
] as const;

export type LetterKind = (typeof LETTER_KINDS)[number];

/** A shop's own words in a letter; empty: none. */
export interface LetterWords {
  /** Before the letter's paragraphs. */
  opening: string;
  /** After them. */
  extra: string;
  /** At its end, after what the letter must say there. */
  closing: string;
}

/** Letters of each. */
export const LETTER_WORDS_MAX = 500;
