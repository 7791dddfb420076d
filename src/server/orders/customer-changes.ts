import { findPossibleChanges } from "../../domain/customer-changes.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { AddressFields } from "../customers/queries.ts";
import { transact } from "../db/transact.ts";
import type { Shop } from "../shops/shop.ts";
import { storeAddress } from "./change-address.ts";
import { lockOrder, moveLockedOrder } from "./move-order.ts";
import { findOrder } from "./queries.ts";

/**
 * The customer cancels their unpaid order, if the shop allows it and no payment or receipt is under way (rule EDIT-8).
 * Its pieces return to stock.
 */
export function cancelOwnOrder(
  app: App,
  shop: Shop,
  orderId: string,
): Promise<"cancelled" | Refusal<"order_not_found" | "cancel_too_late">> {
  return transact(app.db, async (tx) => {
    const lockedOrder = await lockOrder(tx, orderId);
    const order = lockedOrder && (await findOrder(tx, shop.id, orderId));
    if (!order) return refuse("order_not_found");
    if (!findPossibleChanges(order, shop.settings.customerChanges).cancel) return refuse("cancel_too_late");
    await moveLockedOrder(tx, lockedOrder, { to: "CANCELLED", actor: "cliente", reason: "Lo canceló el cliente" });
    return "cancelled" as const;
  });
}

/**
 * The customer changes the address of their order before it is packed, if the shop allows it (rule EDIT-9). Their
 * address book does not change.
 */
export function changeAddressOfOwnOrder(
  app: App,
  shop: Shop,
  orderId: string,
  fields: AddressFields,
): Promise<"changed" | Refusal<"order_not_found" | "address_too_late">> {
  return transact(app.db, async (tx) => {
    const lockedOrder = await lockOrder(tx, orderId);
    const order = lockedOrder && (await findOrder(tx, shop.id, orderId));
    if (!order) return refuse("order_not_found");
    if (!order.address || !findPossibleChanges(order, shop.settings.customerChanges).address) {
      return refuse("address_too_late");
    }
    await storeAddress(tx, lockedOrder, { before: order.address, fields, actor: "cliente" });
    return "changed" as const;
  });
}
