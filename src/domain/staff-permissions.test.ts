import { describe, expect, test } from "vitest";
import {
  isAllowed,
  PERMISSIONS,
  shopsWithPermission,
  STAFF_ROLES,
  type Permission,
  type StaffRole,
} from "./staff-permissions.ts";

/** The expected table: x allowed, . not allowed. Columns in the order of STAFF_ROLES. */
const TABLE: Record<Permission, string> = {
  //                   owner sales warehouse accounting door
  "orders.view": "xxxx.",
  "orders.change": "xx...",
  "orders.ship": "x.x..",
  "payments.view": "xx.x.",
  "payments.confirm": "x..x.",
  "payments.refund": "x..x.",
  "stock.view": "xxx..",
  "stock.change": "x.x..",
  "holds.release": "xx...",
  "promotions.edit": "xx...",
  "catalog.edit": "xx...",
  "invoices.manage": "x..x.",
  "customers.view": "xx.x.",
  "customers.assist": "xx...",
  "customers.erase": "x....",
  "reviews.moderate": "xx...",
  "events.view": "xx..x",
  "door.scan": "x...x",
  "settings.edit": "x....",
  "system.view": "x....",
  "staff.manage": "x....",
};

const grantsInAllShops = (role: StaffRole) => [{ role, shopId: null }];

test.each(PERMISSIONS)("%s is allowed for the roles of the table", (permission) => {
  const marks = STAFF_ROLES.map((role) => (isAllowed(grantsInAllShops(role), permission, "all") ? "x" : ".")).join("");
  expect(marks).toBe(TABLE[permission]);
});

describe("grants limited to branches", () => {
  const grants = [
    { role: "warehouse", shopId: "norte" },
    { role: "sales", shopId: "sur" },
  ] as const;

  test.each([
    ["orders.ship", { shopId: "norte" }, true, "a role in this branch allows it"],
    ["orders.ship", { shopId: "sur" }, false, "the sales role does not allow it"],
    ["orders.ship", { shopId: "matriz" }, false, "no role in this shop"],
    ["orders.ship", "any", true, "allowed in some shop"],
    ["orders.ship", "all", false, "not allowed in every shop"],
    ["door.scan", "any", false, "allowed in no shop"],
  ] as const)("%s in %o: %s (%s)", (permission, shopScope, isGranted, _why) => {
    expect(isAllowed(grants, permission, shopScope)).toBe(isGranted);
  });

  test("a permission granted in two branches is allowed in both, and one granted in all shops in all", () => {
    expect(shopsWithPermission(grants, "orders.view")).toEqual(["norte", "sur"]);
    expect(shopsWithPermission([...grants, { role: "warehouse", shopId: null }], "orders.view")).toBe("all");
  });

  test("the owner role in a branch does not manage the staff of all shops", () => {
    expect(isAllowed([{ role: "owner", shopId: "norte" }], "staff.manage", "all")).toBe(false);
  });

  test("without grants nothing is allowed", () => {
    for (const permission of PERMISSIONS) expect(isAllowed([], permission, "any")).toBe(false);
  });
});
