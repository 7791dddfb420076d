/** How long an offered piece is held for the customer, in minutes. */
export const OFFER_MINUTES = 60;
/** The most places, with an email each, that can be requested per day for one mailbox: nobody can flood it. */
export const MAX_MAILS_A_DAY = 10;
/** A place that is not confirmed within this time is deleted. */
export const UNCONFIRMED_PLACE_DAYS = 7;
/** An ended place is stored for this long after its request and its offer, for questions to the shop. */
export const ENDED_PLACE_DAYS = 30;
