import { RETURN_STATE_LABEL, type ReturnState } from "../../../domain/return.ts";
import { Badge } from "../kit/badge.tsx";

const TONE: Record<ReturnState, "plain" | "success" | "warning" | "error"> = {
  ASKED: "warning",
  APPROVED: "plain",
  DECLINED: "error",
  RECEIVED: "warning",
  SETTLED: "success",
  CANCELLED: "plain",
};

export function ReturnBadge({ state }: { state: ReturnState }) {
  return <Badge tone={TONE[state]}>{RETURN_STATE_LABEL[state]}</Badge>;
}
