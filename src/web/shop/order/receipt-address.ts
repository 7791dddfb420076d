import { OPERATIONS } from "../../../contract/operations.ts";

/** What opens an order: its id, and the key of its link where one came by it. */
export interface OrderDoor {
  orderId: string;
  key: string | null;
}

export function receiptAddress({ orderId, key }: OrderDoor): string {
  const path = OPERATIONS.getReceipt.replace("GET ", "").replace("{id}", encodeURIComponent(orderId));
  return key === null ? path : `${path}?${new URLSearchParams({ key })}`;
}
