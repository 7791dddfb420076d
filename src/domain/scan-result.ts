export const SCAN_RESULTS = ["valid", "used", "void", "other_day", "other_event", "unknown"] as const;

/** The result of scanning a ticket: admitted, or the reason for the refusal. */
export type ScanResult = (typeof SCAN_RESULTS)[number];

/** How long after a scan its scanner may undo it. */
export const UNDO_SECONDS = 60;
