/** The roles of staff. */
export const STAFF_ROLES = ["owner", "sales", "warehouse", "accounting", "door"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** A role in one shop, or in all shops (null). */
export interface Grant {
  role: StaffRole;
  shopId: string | null;
}

/** Who may do what in the back office: the one table that pages, buttons and the server's refusals read. */
const ALLOWED_ROLES = {
  "orders.view": ["owner", "sales", "warehouse", "accounting"],
  "orders.change": ["owner", "sales"],
  "orders.ship": ["owner", "warehouse"],
  "payments.view": ["owner", "sales", "accounting"],
  "payments.confirm": ["owner", "accounting"],
  "payments.refund": ["owner", "accounting"],
  "stock.view": ["owner", "sales", "warehouse"],
  "stock.change": ["owner", "warehouse"],
  "holds.release": ["owner", "sales"],
  "catalog.edit": ["owner", "sales"],
  "promotions.edit": ["owner", "sales"],
  "invoices.manage": ["owner", "accounting"],
  "customers.view": ["owner", "sales", "accounting"],
  "customers.assist": ["owner", "sales"],
  "customers.erase": ["owner"],
  "reviews.moderate": ["owner", "sales"],
  "events.view": ["owner", "sales", "door"],
  "door.scan": ["owner", "door"],
  "settings.edit": ["owner"],
  "system.view": ["owner"],
  "staff.manage": ["owner"],
} as const satisfies Record<string, readonly StaffRole[]>;

export type Permission = keyof typeof ALLOWED_ROLES;
export const PERMISSIONS = Object.keys(ALLOWED_ROLES) as Permission[];

/** The shops in which these grants include a permission: all, or the listed ones (an empty list for none). */
export function shopsWithPermission(grants: readonly Grant[], permission: Permission): "all" | string[] {
  const roles: readonly StaffRole[] = ALLOWED_ROLES[permission];
  const shopIds = grants.filter(({ role }) => roles.includes(role)).map(({ shopId }) => shopId);
  if (shopIds.includes(null)) return "all";
  return [...new Set(shopIds.filter((id) => id !== null))];
}

/**
 * Whether these grants include a permission in a shop. `"all"`: in every shop, for objects that belong to no single
 * shop (staff, the system). `"any"`: in at least one shop, for lists that show only the allowed shops.
 */
export function isAllowed(
  grants: readonly Grant[],
  permission: Permission,
  shopScope: { shopId: string } | "all" | "any",
) {
  const shops = shopsWithPermission(grants, permission);
  if (shops === "all") return true;
  if (shopScope === "all") return false;
  return shopScope === "any" ? shops.length > 0 : shops.includes(shopScope.shopId);
}
