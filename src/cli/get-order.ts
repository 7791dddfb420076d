import type { App } from "../server/app.ts";
import { findOrderByReference, type OrderRow } from "../server/orders/queries.ts";
import { CommandError } from "./console.ts";

/** The order with this number. If there is none, the command fails with exit code 1. */
export async function getOrder(app: App, reference: string): Promise<OrderRow> {
  const order = await findOrderByReference(app.db, reference);
  if (!order) throw new CommandError(`No existe el pedido ${reference}.`);
  return order;
}
