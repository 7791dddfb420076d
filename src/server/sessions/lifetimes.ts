/** A customer's session expires after this time without use. */
export const MAX_SESSION_IDLE_DAYS = 30;
/** A customer's session expires after this time, even if it is used. */
export const MAX_SESSION_DAYS = 90;

/** How long a token remains valid after its successor's first use: for requests in progress and concurrent tabs. */
export const REPLACED_TOKEN_GRACE_SECONDS = 10;

/** For this long after a sign-in, a customer may change the user name without signing in again. */
export const FRESH_SIGN_IN_MINUTES = 15;

/** The use of a session is recorded if its last recorded use is longer ago than this. */
export const SESSION_USE_INTERVAL_MINUTES = 60;

/** Length of an assisted session, independent of its use (rule STAFF-1). */
export const ASSISTED_SESSION_MINUTES = 60;
/** How long a token from `shop su` can be used (rule STAFF-1). */
export const SU_TOKEN_MINUTES = 10;

/** Lifetime of a password reset link. */
export const RESET_LINK_MINUTES = 45;
/** Maximum number of reset links per hour to one mailbox. Further requests get the same response and send nothing. */
export const MAX_RESET_LINKS_PER_HOUR = 5;
