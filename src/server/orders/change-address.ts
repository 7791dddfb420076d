import { isActionPossible } from "../../domain/order-actions.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Address, AddressFields } from "../customers/queries.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { lockOrder, type LockedOrder } from "./move-order.ts";

type AddressRefusal = Refusal<"order_not_found" | "order_changed" | "too_late" | "address_needless">;

/**
 * Staff change the address of an order before it is shipped. The customer's address book does not change. `seen` is the
 * address that staff saw, as `formatAddress` writes it. The change is refused if the address has changed since.
 */
export function changeAddress(
  app: App,
  orderId: string,
  { seen: expected, fields, by }: { seen: string; fields: AddressFields; by: Actor },
): Promise<"changed" | AddressRefusal> {
  return transact(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse("order_not_found");
    if (!isActionPossible("changeAddress", order.status)) return refuse("too_late");
    const { address } = await tx
      .selectFrom("orders")
      .select("address")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    const before = address as Address | null;
    // An order of tickets only, and an order that is collected, has no address.
    if (before === null) return refuse("address_needless");
    if (formatAddress(before) !== expected) return refuse("order_changed");
    const after = { ...before, ...fields };
    if (formatAddress(after) === expected) return "changed" as const;
    await storeAddress(tx, order, { before, fields, actor: by.name });
    await logChange(tx, by, {
      action: "order-address",
      object: { kind: "order", id: orderId },
      before: { address: formatAddress(before) },
      after: { address: formatAddress(after) },
    });
    return "changed" as const;
  });
}

/** Stores the new address of a locked order with a history row. Does nothing if the address is the same. */
export async function storeAddress(
  tx: Tx,
  order: LockedOrder,
  { before, fields, actor }: { before: Address; fields: AddressFields; actor: string },
): Promise<void> {
  const after = { ...before, ...fields };
  if (formatAddress(after) === formatAddress(before)) return;
  await tx
    .updateTable("orders")
    .set({ address: JSON.stringify(after) })
    .where("id", "=", order.id)
    .execute();
  await tx
    .insertInto("order_events")
    .values({
      order_id: order.id,
      from_status: order.status,
      to_status: order.status,
      actor,
      reason: "Se cambió la dirección de entrega",
      change: "address",
    })
    .execute();
}

/** "Calle 1, Centro, 06000 Cuauhtémoc, Ciudad de México". */
export function formatAddress({ street, neighborhood, postalCode, city, state }: AddressFields): string {
  return `${street}, ${neighborhood}, ${postalCode} ${city}, ${state}`;
}
