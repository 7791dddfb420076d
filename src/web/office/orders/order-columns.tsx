import { Link } from "react-router";
import { formatDateTime } from "../../../domain/dates.ts";
import { formatMoney } from "../../../domain/money.ts";
import type { OrderStatus } from "../../../domain/order-status.ts";
import { Badge } from "../kit/badge.tsx";
import type { Column } from "../kit/table.tsx";
import { officePaths } from "../paths.ts";
import { StatusBadge } from "./status-badge.tsx";

interface Row {
  id: string;
  reference: number;
  createdAt: Date;
  shop: string;
  customer: string;
  status: OrderStatus;
  isPresale: boolean;
  chargesDifference: boolean;
  /** Null when the member may not see the money of the order's shop. */
  grandTotalCents: number | null;
  pieces: number;
  carrier: string | null;
  /** Null when the member may not see payments. */
  payment: { label: string; tone: "plain" | "success" | "warning" | "error" } | null;
}

/** The columns of the list. Shop and money are shown only where they apply. */
export function orderColumns({ showsShops, showsMoney }: { showsShops: boolean; showsMoney: boolean }): Column<Row>[] {
  const columns: (Column<Row> | false)[] = [
    {
      head: "Pedido",
      isTitle: true,
      cell: ({ id, reference, isPresale }) => (
        <>
          <Link to={officePaths.order(id)} className="font-semibold tabular underline underline-offset-4">
            #{reference}
          </Link>
          {isPresale && <span className="block text-soft">Preventa</span>}
        </>
      ),
    },
    { head: "Fecha", cell: ({ createdAt }) => <DayAndTime at={createdAt} /> },
    { head: "Cliente", cell: ({ customer }) => <span className="wrap-anywhere">{customer}</span> },
    showsShops && { head: "Tienda", cell: ({ shop }) => shop },
    { head: "Estado", cell: ({ status, chargesDifference }) => <StatusBadge {...{ status, chargesDifference }} /> },
    showsMoney && {
      head: "Pago",
      cell: ({ payment }) => (payment ? <Badge tone={payment.tone}>{payment.label}</Badge> : "–"),
    },
    showsMoney && {
      head: "Total",
      isNumeric: true,
      cell: ({ grandTotalCents }) => (grandTotalCents === null ? "–" : formatMoney(grandTotalCents)),
    },
    { head: "Piezas", isNumeric: true, cell: ({ pieces }) => pieces },
    { head: "Paquetería", cell: ({ carrier }) => carrier ?? "Sin envío" },
  ];
  return columns.filter((column) => column !== false);
}

/** A date and time that wraps only between the two. */
function DayAndTime({ at }: { at: Date }) {
  const [day, ...time] = formatDateTime(at).split(" ");
  return (
    <>
      <span className="whitespace-nowrap tabular">{day}</span>{" "}
      <span className="whitespace-nowrap tabular">{time.join(" ")}</span>
    </>
  );
}
