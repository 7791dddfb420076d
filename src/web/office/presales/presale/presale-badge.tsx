import { Badge } from "../../kit/badge.tsx";

/** Whether a presale is upcoming, open or ended. */
export function PresaleBadge({ startsAt, endsAt, now }: { startsAt: Date; endsAt: Date; now: Date }) {
  if (now < startsAt) return <Badge>Por abrir</Badge>;
  return now < endsAt ? <Badge tone="success">Abierta</Badge> : <Badge tone="warning">Terminada</Badge>;
}
