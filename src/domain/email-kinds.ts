/** The letters to customers that a shop may add words of its own to. */
export const EMAIL_KINDS = [
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

export type EmailKind = (typeof EMAIL_KINDS)[number];

/** A shop's own words in a letter; empty: none. */
export interface EmailOverrides {
  /** Before the letter's paragraphs. */
  opening: string;
  /** After them. */
  extra: string;
  /** At its end, after what the letter must say there. */
  closing: string;
}

/** Letters of each. */
export const EMAIL_OVERRIDE_MAX = 500;
