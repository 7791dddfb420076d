import { Form, Link } from "react-router";
import { formatDateTime } from "../../../domain/dates.ts";
import { PICKUP_STATE_LABEL, type PickupState } from "../../../domain/pickup.ts";
import { formatPhone } from "../../../domain/phone.ts";
import type { ListedPickup } from "../../../server/pickups/list-for-staff.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../kit/badge.tsx";
import { officePaths } from "../paths.ts";

const PICKUP_TONE = {
  WAITING: "warning",
  READY: "success",
  COLLECTED: "plain",
  EXPIRED: "error",
} as const satisfies Record<PickupState, string>;

/** An order to collect: its customer, the person who may also collect it, and buttons for what staff may do next. */
export function PickupRow({ row, mayShip }: { row: ListedPickup; mayShip: boolean }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2">
          <Link to={officePaths.order(row.orderId)} className="font-semibold tabular underline underline-offset-4">
            #{row.reference}
          </Link>
          <span className="font-semibold">{row.customer}</span>
          <Badge tone={PICKUP_TONE[row.state]}>{PICKUP_STATE_LABEL[row.state]}</Badge>
        </p>
        <p className="text-sm text-soft">
          {row.pieces === 1 ? "1 pieza" : `${row.pieces} piezas`} · {row.point} · {formatPhone(row.phone)}
          {row.readyOrCollectedAt && ` · desde el ${formatDateTime(row.readyOrCollectedAt)}`}
        </p>
        {row.collector && <p className="text-sm">También puede recogerlo {row.collector}.</p>}
      </div>
      {mayShip && row.state !== "COLLECTED" && <PickupButtons row={row} />}
    </li>
  );
}

function PickupButtons({ row: { orderId, reference, state, collector, customer } }: { row: ListedPickup }) {
  const actionButton = (name: string, label: string, variant?: "secondary" | "quiet") => (
    <Button type="submit" variant={variant} name={name} value={orderId} aria-label={`${label}, pedido ${reference}`}>
      {label}
    </Button>
  );
  const hasCollector = collector !== null;
  return (
    <Form method="post" className="flex flex-wrap gap-2">
      {state === "WAITING" && actionButton("ready", "Está listo: avisar")}
      {state === "READY" && actionButton("undo", "Todavía no está listo", "quiet")}
      {actionButton(
        "customer",
        hasCollector ? `Lo recogió ${customer}` : "Entregar",
        state === "WAITING" ? "secondary" : undefined,
      )}
      {hasCollector && actionButton("collector", `Lo recogió ${collector}`, "secondary")}
    </Form>
  );
}
