import { promotionState, type Promotion, type PromotionState } from "../../../domain/promotion-terms.ts";
import { Badge } from "../kit/badge.tsx";

export const PROMOTION_STATE_LABEL: Record<PromotionState, string> = {
  running: "Activa",
  planned: "Por empezar",
  ended: "Terminada",
};

/** Whether a promotion is planned, running or ended. */
export function PromotionBadge({ now, ...dates }: Pick<Promotion, "startsAt" | "endsAt"> & { now: Date }) {
  const state = promotionState(dates, now);
  return <Badge tone={state === "running" ? "success" : "plain"}>{PROMOTION_STATE_LABEL[state]}</Badge>;
}
