/** How long an offered piece is held for the customer, in minutes. */
export const OFFER_MINUTES = 60;
/** The most places that can be requested per day for one mailbox. Each sends an email, so this prevents flooding. */
export const MAX_REQUESTED_PLACES_A_DAY = 10;
/** A place that is not confirmed within this time is deleted. */
export const UNCONFIRMED_PLACE_DAYS = 7;
/**
 * An ended place is stored for this long after its request, or after the end of its offer if that is later. Staff can
 * then still answer questions about it.
 */
export const ENDED_PLACE_DAYS = 30;
