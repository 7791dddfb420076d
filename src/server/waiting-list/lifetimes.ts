/** How long an offered piece is held for whoever is first in line. */
export const OFFER_MINUTES = 60;
/** Mails that ask or tell of a place, to one mailbox in a day: what a stranger can send somebody. */
export const MAILS_A_DAY = 10;
/** A mailbox that does not say yes within this is forgotten. */
export const UNCONFIRMED_DAYS = 7;
/** What is over is kept so long for the shop's questions. */
export const ENDED_DAYS = 30;
