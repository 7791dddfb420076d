import { isAllowed } from "../../../../domain/staff-permissions.ts";
import type { App } from "../../../../server/app.ts";
import {
  findAssistedActionsFor,
  findEmailsOf,
  findNotesOf,
  findOrdersAndSumsOf,
  findWaitingPlacesOf,
  findInvoicesOf,
  findReviewsOf,
  findSessionsOf,
} from "../../../../server/customers/office/customer-data.ts";
import { listTagsOf } from "../../../../server/customers/office/change-customer-tags.ts";
import type { AllowedShops } from "../../../../server/customers/office/find-customers.ts";
import type { Customer } from "../../../../server/customers/queries.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import type { Staff } from "../../../../server/staff/staff-sessions.ts";
import { toChange } from "../../kit/to-change.ts";

/**
 * Loads what this member may see of a customer. Orders, reviews, places and invoices are limited to the member's
 * shops. Sessions and assisted actions are loaded only for members of all shops.
 */
export async function loadCustomerPage(app: App, staff: Staff, customer: Customer, shops: AllowedShops) {
  const { id } = customer;
  const seesAllShops = shops === "all";
  const [ordersAndSums, reviews, places, invoices, sessions, assistedActions, notes, tags, changes, dates] =
    await Promise.all([
      findOrdersAndSumsOf(app.genericPlanDb, id, shops),
      findReviewsOf(app.genericPlanDb, id, shops),
      findEmailsOf(app.genericPlanDb, id).then((emails) => findWaitingPlacesOf(app.genericPlanDb, emails, shops)),
      findInvoicesOf(app.genericPlanDb, id, shops),
      seesAllShops ? findSessionsOf(app.genericPlanDb, id) : [],
      seesAllShops ? findAssistedActionsFor(app.genericPlanDb, id) : [],
      findNotesOf(app.genericPlanDb, id),
      listTagsOf(app.genericPlanDb, id),
      listChanges(app.genericPlanDb, "customer", { id }),
      app.genericPlanDb
        .selectFrom("customers")
        .select(["erased_at", "created_at"])
        .where("id", "=", id)
        .executeTakeFirst(),
    ]);
  const shopNames = new Map((await app.shops.all()).map((shop) => [shop.id, shop.name]));
  return {
    customer,
    erasedAt: dates?.erased_at ?? null,
    createdAt: dates!.created_at,
    orders: ordersAndSums.orders.map(({ shopId, ...order }) => ({ ...order, shop: shopNames.get(shopId) ?? "" })),
    sums: ordersAndSums.sums,
    reviews,
    places,
    invoices,
    sessions,
    assistedActions,
    notes,
    tags,
    changes: changes.map((change) => toChange(change)),
    seen: changes[0]?.id ?? 0,
    mayAssist: isAllowed(staff.grants, "customers.assist", "all"),
    mayPlaceOrder: isAllowed(staff.grants, "orders.change", "any"),
    mayErase: isAllowed(staff.grants, "customers.erase", "all"),
    mayInvoice: isAllowed(staff.grants, "invoices.manage", "any"),
    seesAllShops,
  };
}

export type CustomerPageData = Awaited<ReturnType<typeof loadCustomerPage>>;
