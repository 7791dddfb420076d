import { expect, test } from "vitest";
import { isActionPossible, listOrderActions } from "./order-actions.ts";
import { ORDER_STATUSES, type OrderStatus } from "./order-status.ts";
import { isAllowed, STAFF_ROLES, type StaffRole } from "./staff-permissions.ts";

const actionNames = (role: StaffRole, status: OrderStatus) =>
  listOrderActions(status, (permission) => isAllowed([{ role, shopId: null }], permission, "any"));

test.each<[StaffRole, OrderStatus, string[], string]>([
  ["warehouse", "WAITING_PAYMENT", ["note", "withdrawNote"], "nothing to pack yet"],
  [
    "warehouse",
    "PAYMENT_ACCEPTED",
    ["ship", "packParcel", "handOverParcel", "unpackParcel", "weighParcel", "note", "withdrawNote"],
    "packs and ships, sees no payments",
  ],
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
    "checks transfer receipts",
  ],
  [
    "accounting",
    "SHIPPED",
    ["refund", "refundTransfer", "withdrawRefund", "closeFlag", "note", "withdrawNote"],
    "refunds after the order was shipped",
  ],
  [
    "sales",
    "JOINED",
    ["note", "withdrawNote", "resendEmail", "assist"],
    "a final status: its lines are in another order",
  ],
  ["sales", "CANCELLED", ["note", "withdrawNote", "resendEmail", "assist"], "staff cannot reopen a cancelled order"],
  ["door", "PAYMENT_ACCEPTED", [], "only scans tickets"],
])("%s with an order in %s: %j (%s)", (role, status, actions) => {
  expect(actionNames(role, status)).toEqual(actions);
});

test("lines are edited only while the order waits for its payment or is reserved, by sales and owners", () => {
  const statuses = ORDER_STATUSES.filter((status) => isActionPossible("editLines", status));
  expect(statuses).toEqual(["WAITING_PAYMENT", "RESERVED"]);
  const roles = STAFF_ROLES.filter((role) => actionNames(role, "WAITING_PAYMENT").includes("editLines"));
  expect(roles).toEqual(["owner", "sales"]);
});

test("the address and sizes of a shipped, cancelled or joined order do not change", () => {
  for (const status of ["SHIPPED", "CANCELLED", "JOINED"] as const) {
    expect(isActionPossible("changeAddress", status)).toBe(false);
    expect(isActionPossible("changeSize", status)).toBe(false);
  }
});
