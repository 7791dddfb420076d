import { ORDER_STATUS_LABEL, type OrderStatus } from "../../../domain/order-status.ts";
import { sentenceOf, type OfficeRefusal } from "../sentences.ts";

/** Why an order of a bulk action cannot be moved. */
export function refusedMoveText(refused: OfficeRefusal, status: OrderStatus | null): string {
  if (refused !== "move_not_allowed" || status === null) return sentenceOf({ refused });
  return `Está en «${ORDER_STATUS_LABEL[status]}»: así no se puede.`;
}
