import { Link } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { Notice } from "../../../ui/notice.tsx";
import { officePaths } from "../../paths.ts";

interface DisputeRow {
  cents: number;
  since: Date;
  isLost: boolean;
}

/** The open and the lost disputes of the invoiced order, and what to do about each. */
export function Disputes({ rows, orderId }: { rows: readonly DisputeRow[]; orderId: string }) {
  return rows.map(({ cents, since, isLost }) => (
    <Notice
      key={`${since.getTime()} ${cents}`}
      tone={isLost ? "error" : "warning"}
      title={`${isLost ? "Contracargo perdido" : "Contracargo en disputa"}: ${formatMoney(cents)}, desde el ${formatDateTime(since)}`}
    >
      {isLost
        ? "El banco le dio la razón al cliente. Ese dinero ya no es tuyo: haz su nota de crédito aquí."
        : "Todavía no hagas nota de crédito: la venta sigue en pie hasta que el banco decida. Manda al proveedor de pagos la guía y el comprobante de entrega; si ganas, aquí no cambia nada."}{" "}
      <Link to={officePaths.order(orderId)} className="font-semibold underline underline-offset-4">
        Ver el pedido
      </Link>
    </Notice>
  ));
}
