import { describe, expect, test } from "vitest";
import {
  isAllowed,
  PERMISSIONS,
  shopsWhere,
  STAFF_ROLES,
  type Permission,
  type StaffRole,
} from "./staff-permissions.ts";

/** The shop's own words for it: x may, . may not; columns as STAFF_ROLES. */
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

const everywhere = (role: StaffRole) => [{ role, shopId: null }];

test.each(PERMISSIONS)("%s is for whom the table says", (permission) => {
  const may = STAFF_ROLES.map((role) => (isAllowed(everywhere(role), permission, "all") ? "x" : ".")).join("");
  expect(may).toBe(TABLE[permission]);
});

describe("limited to branches", () => {
  const grants = [
    { role: "warehouse", shopId: "norte" },
    { role: "sales", shopId: "sur" },
  ] as const;

  test.each([
    ["orders.ship", { shopId: "norte" }, true, "her branch"],
    ["orders.ship", { shopId: "sur" }, false, "there she sells"],
    ["orders.ship", { shopId: "matriz" }, false, "not hers"],
    ["orders.ship", "any", true, "a list of what is hers"],
    ["orders.ship", "all", false, "a branch is not all of them"],
    ["door.scan", "any", false, "nowhere"],
  ] as const)("%s in %o: %s (%s)", (permission, where, may, _why) => {
    expect(isAllowed(grants, permission, where)).toBe(may);
  });

  test("what two roles allow in two branches is listed in both, once each", () => {
    expect(shopsWhere(grants, "orders.view")).toEqual(["norte", "sur"]);
    expect(shopsWhere([...grants, { role: "warehouse", shopId: null }], "orders.view")).toBe("all");
  });

  test("a branch's owner does not manage the staff of all", () => {
    expect(isAllowed([{ role: "owner", shopId: "norte" }], "staff.manage", "all")).toBe(false);
  });

  test("nobody may nothing", () => {
    for (const permission of PERMISSIONS) expect(isAllowed([], permission, "any")).toBe(false);
  });
});
