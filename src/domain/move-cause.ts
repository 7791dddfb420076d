/** Why an order moved, where its e-mail says so. */
export const MOVE_CAUSES = ["unpaid", "refunded", "late_money", "not_available", "uncollected"] as const;
export type MoveCause = (typeof MOVE_CAUSES)[number];
