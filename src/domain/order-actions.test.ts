import { expect, test } from "vitest";
import { isActionAllowed, orderActions } from "./order-actions.ts";
import type { OrderStatus } from "./order-status.ts";
import { isAllowed, type StaffRole } from "./staff-permissions.ts";

const actsOf = (role: StaffRole, status: OrderStatus) =>
  orderActions(status, (permission) => isAllowed([{ role, shopId: null }], permission, "any"));

test.each<[StaffRole, OrderStatus, string[], string]>([
  ["warehouse", "WAITING_PAYMENT", ["note", "withdrawNote"], "nothing to pack yet"],
  ["warehouse", "PAYMENT_ACCEPTED", ["ship", "note", "withdrawNote"], "packs and sends, sees no money"],
  [
    "accounting",
    "WAITING_PAYMENT",
    [
      "confirmPayment",
      "refuseReceipt",
      "refund",
      "refundTransfer",
      "withdrawRefund",
      "closeFlag",
      "note",
      "withdrawNote",
    ],
    "judges receipts",
  ],
  [
    "accounting",
    "SHIPPED",
    ["refund", "refundTransfer", "withdrawRefund", "closeFlag", "note", "withdrawNote"],
    "gives money back after it left",
  ],
  ["sales", "JOINED", ["note", "withdrawNote", "sendAgain", "assist"], "an end: its lines are elsewhere"],
  ["sales", "CANCELLED", ["note", "withdrawNote", "sendAgain", "assist"], "nobody revives a cancelled order by hand"],
  ["door", "PAYMENT_ACCEPTED", [], "is here for tickets"],
])("%s with an order in %s: %j (%s)", (role, status, acts) => {
  expect(actsOf(role, status)).toEqual(acts);
});

test("a sent, cancelled or joined order keeps its address and sizes", () => {
  for (const status of ["SHIPPED", "CANCELLED", "JOINED"] as const) {
    expect(isActionAllowed("changeAddress", status)).toBe(false);
    expect(isActionAllowed("changeSize", status)).toBe(false);
  }
});
