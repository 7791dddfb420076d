export const SCAN_RESULTS = ["valid", "used", "void", "other_day", "other_event", "unknown"] as const;

/** What the door says of what was shown to it: let in, or why not. */
export type ScanResult = (typeof SCAN_RESULTS)[number];

/** A scan may be taken back for this long, on the phone that made it. */
export const UNDO_SECONDS = 60;
