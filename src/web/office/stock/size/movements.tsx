import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import type { Movement } from "../../../../server/stock/size-stock-queries.ts";
import { Table } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";

const KIND_LABEL: Record<Movement["kind"], string> = {
  receipt: "Entrada",
  count: "Conteo",
  sale: "Venta",
  return: "Devolución",
  write_off: "Baja",
  join: "Pedidos unidos",
};

/** One page of a size's stock movements. */
export function Movements({
  movements,
  mayOpenDeliveries,
  mayOpenOrders,
}: {
  movements: readonly Movement[];
  /** Only members who may change stock open deliveries. */
  mayOpenDeliveries: boolean;
  mayOpenOrders: boolean;
}) {
  if (movements.length === 0) return <p className="text-sm text-soft">Todavía no hay movimientos.</p>;
  return (
    <Table
      caption="Movimientos"
      keyOf={({ id }) => String(id)}
      rows={movements}
      columns={[
        { head: "Qué", isTitle: true, cell: ({ kind }) => KIND_LABEL[kind] },
        { head: "Piezas", isNumeric: true, cell: ({ pieces }) => (pieces > 0 ? `+${pieces}` : pieces) },
        {
          head: "Motivo",
          cell: ({ reason, order, delivery }) => (
            <>
              {reason}
              {order && mayOpenOrders && <CauseLink to={officePaths.order(order.id)}>#{order.reference}</CauseLink>}
              {delivery && mayOpenDeliveries && (
                <CauseLink to={officePaths.delivery(delivery.id)}>Entrega {delivery.number}</CauseLink>
              )}
            </>
          ),
        },
        { head: "Quién", cell: ({ actor }) => actor },
        { head: "Cuándo", cell: ({ at }) => formatDateTime(at) },
      ]}
    />
  );
}

function CauseLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <>
      {" · "}
      <Link to={to} className="underline underline-offset-4">
        {children}
      </Link>
    </>
  );
}
