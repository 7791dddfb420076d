/** The causes of a change of status that the email about it explains. */
export const MOVE_CAUSES = ["unpaid", "refunded", "late_money", "not_available", "uncollected"] as const;
export type MoveCause = (typeof MOVE_CAUSES)[number];
