export const SCAN_RESULTS = ["valid", "used", "void", "other_day", "other_event", "unknown"] as const;

/** What a scan of a ticket found: "valid" admits its holder, the others say why nobody is admitted. */
export type ScanResult = (typeof SCAN_RESULTS)[number];

/** How long after a scan its scanner may undo it. */
export const UNDO_SECONDS = 60;
