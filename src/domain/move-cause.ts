/** Why the status of an order changed, where the email about the change explains the reason. */
export const MOVE_CAUSES = ["unpaid", "refunded", "late_money", "not_available", "uncollected"] as const;
export type MoveCause = (typeof MOVE_CAUSES)[number];
