import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { formatDeadline } from "../../../../domain/long-date.ts";
import type { OrderActionName } from "../../../../domain/order-actions.ts";
import { orderStatusLabel, type OrderStatus } from "../../../../domain/order-status.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Badge } from "../../kit/badge.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { ActionForm, type ActionData, type OrderPageData } from "./action-form.tsx";
import { OrderActions } from "./actions.tsx";
import { Customer } from "./customer.tsx";
import { Lines } from "./lines.tsx";
import { Emails } from "./emails.tsx";
import { Money } from "./money.tsx";
import { Notes } from "./notes.tsx";
import { Invoices, Receipts } from "./receipts-and-invoices.tsx";
import { PackingCheck } from "./packing-check.tsx";
import { Parcels } from "./parcels.tsx";
import { Returns } from "./returns.tsx";
import { Shipping } from "./shipping.tsx";
import { ORDER_TONE } from "../status-badge.tsx";

const DONE_SENTENCE: Partial<Record<OrderActionName | "placed", string>> = {
  placed: "El pedido quedó tomado. Haz el enlace para pagar y mándaselo.",
  confirmPayment: "El pago quedó confirmado.",
  refuseReceipt: "El comprobante quedó rechazado: el cliente ya lo sabe y puede mandar otro.",
  reserve: "El pedido quedó apartado, sin plazo para pagar.",
  undoReserve: "El apartado se deshizo: el pedido vuelve a esperar su pago.",
  askPayment: "Se le pidió el pago al cliente.",
  ship: "El pedido salió. El cliente recibe su número de rastreo por correo.",
  cancel: "El pedido quedó cancelado.",
  refund: "La devolución va en camino: el proveedor la hace y aquí se ve cuando está.",
  refundTransfer: "La devolución quedó anotada: el cliente la ve en la página de su pedido.",
  withdrawRefund: "La devolución quedó anulada: su dinero vuelve a contar como recibido.",
  closeFlag: "El aviso quedó cerrado.",
  join: "Los pedidos quedaron unidos.",
  changeAddress: "La dirección cambió.",
  editLines: "Los productos cambiaron: las piezas ya están apartadas, y el cliente recibe un correo si dejó el suyo.",
  changeSize: "La talla cambió: las piezas ya están apartadas.",
  correctTracking: "La guía quedó corregida, y el cliente recibe un correo si dejó el suyo.",
  packParcel: "El paquete quedó empacado.",
  handOverParcel: "El paquete salió. El cliente recibe su guía por correo, si dejó el suyo.",
  unpackParcel: "El paquete quedó desempacado: sus piezas vuelven a estar por empacar.",
  weighParcel: "El peso quedó anotado.",
  moveParcel: "El paquete cambió de estado.",
  correctParcelGuide: "La guía quedó corregida, y el cliente recibe un correo si dejó el suyo.",
  markDelivered: "Quedó anotado como entregado.",
  note: "La nota quedó escrita.",
  withdrawNote: "La nota quedó retirada.",
  resendEmail: "El correo sale otra vez en un momento.",
};

/** The page of an order, with its data and actions. */
export function OrderScreen(props: OrderPageData & { statusLabel: string; actionData: ActionData }) {
  const { order, changes, actionData, statusLabel } = props;
  return (
    <>
      <ChangeNotice kind="order" id={order.id} seen={order.newestChangeId} />
      <PageHead
        title={`Pedido #${order.reference}`}
        back={{ to: officePaths.orders, label: "Pedidos" }}
        lead={
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={ORDER_TONE[order.status]}>{statusLabel}</Badge>
            <span>{formatDateTime(order.createdAt)}</span>
            <span>{order.shopName}</span>
          </p>
        }
      />
      <OrderSuccessNotice {...props} />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {order.exchange && (
        <Notice title={`Cobra la diferencia del cambio ${order.exchange.number}`}>
          Nada de él se envía: lo nuevo sale con la devolución.{" "}
          <Link to={officePaths.returnOf(order.exchange.returnId)} className="underline underline-offset-4">
            Ver la devolución {order.exchange.number}
          </Link>
        </Notice>
      )}
      <StatusFacts order={order} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-6">
          <Lines order={order} actionData={actionData} />
          <Parcels order={order} actionData={actionData} />
          <PackingCheck key={order.newestChangeId} order={order} />
          {order.money && <Money {...props} money={order.money} />}
          {order.money && order.money.receipts.length > 0 && (
            <Receipts order={order} receipts={order.money.receipts} actionData={actionData} />
          )}
          {order.money && order.money.invoices.length > 0 && <Invoices invoices={order.money.invoices} />}
        </div>
        {/* On small screens the actions come first, and the customer and address follow the products. */}
        <div className="min-w-0 max-xl:contents xl:flex xl:flex-col xl:gap-6">
          <div className="max-xl:order-first empty:hidden">
            <OrderActions order={order} actionData={actionData} />
          </div>
          <Customer order={order} actionData={actionData} />
          {!order.exchange && <Shipping order={order} actionData={actionData} />}
          <Notes {...props} />
        </div>
      </div>
      {order.returns.length + Number(order.canReturn) > 0 && <Returns order={order} />}
      <History order={order} />
      <Emails order={order} />
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}

function OrderSuccessNotice({ order, doneAction, doneNoteId, actionData }: OrderPageData & { actionData: ActionData }) {
  if (!doneAction || actionData) return null;
  const sentence = DONE_SENTENCE[doneAction];
  if (!sentence) return null;
  const note = order.notes.find(({ id, withdrawnAt }) => id === doneNoteId && withdrawnAt === null);
  let undoForm: ReactNode = null;
  if (doneAction === "reserve" && order.actions.includes("undoReserve")) {
    undoForm = <ActionForm order={order} intent="undoReserve" submitLabel="Deshacer" variant="secondary" />;
  } else if (doneAction === "note" && note) {
    undoForm = (
      <ActionForm order={order} intent="withdrawNote" submitLabel="Deshacer" variant="secondary">
        <input type="hidden" name="id" value={note.id} />
      </ActionForm>
    );
  }
  return (
    <Notice tone="success" icon="check" alert title={sentence}>
      {undoForm && <div className="pt-2">{undoForm}</div>}
    </Notice>
  );
}

function StatusFacts({ order: { status, payBy, joinedInto, presale } }: Pick<OrderPageData, "order">) {
  if (status === "JOINED" && joinedInto) {
    return (
      <Notice title={`Sus productos están en el pedido #${joinedInto.reference}`}>
        <a href={officePaths.order(joinedInto.id)} className="font-semibold underline underline-offset-4">
          Ver el pedido #{joinedInto.reference}
        </a>
      </Notice>
    );
  }
  const hasPayDeadline = status === "WAITING_PAYMENT" && payBy !== null;
  if (!hasPayDeadline && !presale) return null;
  return (
    <Facts
      facts={{
        Preventa: presale,
        "Se paga hasta": hasPayDeadline ? formatDeadline(payBy) : null,
      }}
    />
  );
}

function History({ order }: Pick<OrderPageData, "order">) {
  return (
    <Section title="Historia">
      <ol className="divide-y divide-line text-sm">
        {order.history.map(({ id, status, actor, reason, at }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{orderStatusLabel(status as OrderStatus, order.exchange !== null)}</span>{" "}
              · {reason}
            </span>
            <span className="text-soft">
              {formatDateTime(at)} ·{" "}
              {actor.startsWith("cliente ") ? "el cliente" : actor.replace(/, por el cliente .*$/, "")}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
