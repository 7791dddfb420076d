import { ORDER_STATUS_LABEL, type OrderStatus } from "../../../domain/order-status.ts";
import { sentenceOf, type OfficeRefusalName } from "../sentences.ts";

/** Why an order of a bulk move, or of a line of the ship list, cannot be moved. */
export function refusedMoveText(refusalCode: OfficeRefusalName, status: OrderStatus | null): string {
  if (refusalCode !== "move_not_allowed" || status === null) return sentenceOf({ refused: refusalCode });
  return `Está en «${ORDER_STATUS_LABEL[status]}»: así no se puede.`;
}
