export const DOOR_ANSWERS = ["valid", "used", "void", "other_day", "other_event", "unknown"] as const;

/** What the door says of what was shown to it: let in, or why not. */
export type DoorAnswer = (typeof DOOR_ANSWERS)[number];

/** A scan may be taken back for this long, on the phone that made it. */
export const UNDO_SECONDS = 60;
