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

export function ReturnBadge(shown: Parameters<typeof returnLabel>[0]) {
  return <Badge tone={TONE[shown.state]}>{returnLabel(shown)}</Badge>;
}
