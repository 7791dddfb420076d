import type { OrderStatus } from "../../../../domain/order-status.ts";
import type { OfficeRefusalName } from "../../sentences.ts";
import { refusedMoveText } from "../refused-move-text.ts";

/** The outcome of a line of the list, before or after shipping. */
export function outcomeSentence({
  outcome,
  reason,
  status,
}: {
  outcome: "ready" | "sent" | "refused";
  reason: OfficeRefusalName | null;
  status: OrderStatus | null;
}): string {
  if (outcome === "sent") return "Enviado con esta guía";
  if (outcome === "ready" || reason === null) return "Se enviará";
  return refusedMoveText(reason, status);
}
