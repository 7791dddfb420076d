/** Labels are bought or printed for at most this many parcels at once. */
export const MAX_LABELS = 40;
