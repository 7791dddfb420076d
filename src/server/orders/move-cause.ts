/** Why an order moved, where its e-mail should say so. */
export type MoveCause = "unpaid" | "refunded" | "late_money" | "not_available";
