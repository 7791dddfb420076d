import { ORDER_STATUS_LABEL, type OrderStatus } from "../../../../domain/order-status.ts";
import { sentenceOf, type OfficeRefusal } from "../../sentences.ts";

/** What becomes, or became, of a line of the list. */
export function verdictSentence({
  outcome,
  why,
  status,
}: {
  outcome: "ready" | "sent" | "refused";
  why: OfficeRefusal | null;
  status: OrderStatus | null;
}): string {
  if (outcome === "sent") return "Enviado con esta guía";
  if (outcome === "ready" || why === null) return "Se enviará";
  if (why !== "move_not_allowed" || status === null) return sentenceOf({ refused: why });
  return `Está en «${ORDER_STATUS_LABEL[status]}»: no se puede enviar.`;
}
