import { returnLabel, type ReturnState } from "../../../domain/return.ts";
import { Badge } from "../kit/badge.tsx";

const TONE: Record<ReturnState, "plain" | "success" | "warning" | "error"> = {
  ASKED: "warning",
  APPROVED: "plain",
  DECLINED: "error",
  RECEIVED: "warning",
  SETTLED: "success",
  CANCELLED: "plain",
};

export function ReturnBadge(shownReturn: Parameters<typeof returnLabel>[0]) {
  return <Badge tone={TONE[shownReturn.state]}>{returnLabel(shownReturn)}</Badge>;
}
