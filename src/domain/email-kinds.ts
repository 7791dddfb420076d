/** The emails to customers that a shop may add its own texts to. */
export const EMAIL_KINDS = [
  "orderCreated",
  "paymentAccepted",
  "shipped",
  "delivered",
  "cancelled",
  "tickets",
  "paymentReminder",
  "voucher",
  "receiptRefused",
  "refund",
  "return",
  "joined",
  "invoice",
  "reviewInvitation",
] as const;

export type EmailKind = (typeof EMAIL_KINDS)[number];

/** A shop's own texts in an email. An empty text adds nothing. */
export interface EmailOverrides {
  /** Before the email's paragraphs. */
  opening: string;
  /** After the email's paragraphs. */
  extra: string;
  /** At the end of the email, after the sentences that every email must contain. */
  closing: string;
}

/** The most characters of each text. */
export const MAX_EMAIL_OVERRIDE_CHARACTERS = 500;
