/** A customer's session ends when it was not used for so long … */
export const IDLE_DAYS = 30;
/** … and however much it is used, after this. */
export const LONGEST_DAYS = 90;

/** A token still opens the session for so long after its successor's first use: requests under way, two tabs at once. */
export const GRACE_SECONDS = 10;

/** So long after signing in nobody is asked for his password again. */
export const FRESH_MINUTES = 15;

/** How often the use of a session is written down. */
export const TOUCH_MINUTES = 60;

/** Length of an assisted session, whatever is done in it (rule STAFF-1). */
export const ASSISTED_MINUTES = 60;
/** How long a token from `shop su` can be used (rule STAFF-1). */
export const SU_TOKEN_MINUTES = 10;

/** The link of 'forgot my password'. */
export const RESET_MINUTES = 45;
/** So many links an hour go to one mailbox; the rest are answered alike and not sent. */
export const RESETS_PER_HOUR = 5;
