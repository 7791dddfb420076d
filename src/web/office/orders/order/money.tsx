import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { ORDER_FLAG_LABEL } from "../../../../domain/payment.ts";
import { differenceState } from "../../../../domain/return.ts";
import { cx } from "../../../ui/class-names.ts";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { ActionForm, findTypedValue, type ActionData, type OrderPageData, type OrderView } from "./action-form.tsx";
import { RecordTransferRefund, TransferRefunds } from "./transfer-refunds.tsx";
import {
  FLAG_SENTENCE,
  PAYMENT_KIND_LABEL,
  PAYMENT_TONE,
  PAYMENT_STATE_LABEL,
  REFUND_STATE_LABEL,
} from "./money-labels.ts";

type OrderMoney = NonNullable<OrderView["money"]>;

/** What the order costs, its payments and refunds, and its open flags. */
export function Money({
  order,
  money,
  actionData,
  refundId,
  today,
}: OrderPageData & { money: OrderMoney; actionData: ActionData }) {
  return (
    <Section title="Dinero">
      {money.flags.map(({ flag, openedAt }) => (
        <Notice key={flag} tone="warning" title={`${ORDER_FLAG_LABEL[flag]} · desde el ${formatDateTime(openedAt)}`}>
          <p>{FLAG_SENTENCE[flag]}</p>
          {order.actions.includes("closeFlag") && (
            <ActionForm
              order={order}
              intent="closeFlag"
              submitLabel="Ya lo atendí"
              variant="secondary"
              className="pt-2"
            >
              <input type="hidden" name="flag" value={flag} />
            </ActionForm>
          )}
        </Notice>
      ))}
      <dl className="ml-auto max-w-sm space-y-1 text-sm">
        {/* The key is the position, because two promotions may have the same label. */}
        {Array.from(money.figures.entries(), ([position, [label, cents]]) => (
          <Row key={position} label={label} cents={cents} isStrong={label === "Total"} />
        ))}
        {money.headOfficeTotalCents !== null && (
          <Row label="Total para la matriz" cents={money.headOfficeTotalCents} isSoft />
        )}
        {money.differenceOrders.map(({ id, reference, number, status, cents }) => (
          <Row
            key={id}
            label={
              <Link to={officePaths.order(id)} className="underline underline-offset-4">
                Diferencia del cambio {number}, pedido #{reference}
                {differenceState(status) === "PENDING" && " (por pagar)"}
              </Link>
            }
            cents={cents}
          />
        ))}
        {money.isWholesale && <p className="text-right text-soft">A precio de mayoreo</p>}
      </dl>
      <dl className="ml-auto max-w-sm space-y-1 border-t border-line pt-3 text-sm">
        {money.refundedCents > 0 && (
          <>
            <Row label="Recibido" cents={money.paidCents + money.refundedCents} />
            <Row label="Devuelto" cents={-money.refundedCents} />
          </>
        )}
        <Row label="Pagado" cents={money.paidCents} isStrong />
        {money.missingCents > 0 && <Row label="Falta" cents={money.missingCents} isStrong />}
        {money.surplusCents > 0 && <Row label="Sobra" cents={money.surplusCents} isStrong />}
      </dl>
      <Payments payments={money.payments} />
      <PieceRefunds order={order} money={money} />
      <TransferRefunds order={order} money={money} actionData={actionData} />
      {order.actions.includes("refundTransfer") && (
        <RecordTransferRefund {...{ order, money, actionData, refundId, today }} />
      )}
      {order.actions.includes("refund") && <Refund order={order} money={money} actionData={actionData} />}
    </Section>
  );
}

/**
 * How much to refund for returned pieces of an order with discounts. A discount that the remaining pieces no longer
 * earn is subtracted from the refund.
 */
function PieceRefunds({ order, money: { lineRefunds } }: { order: OrderView; money: OrderMoney }) {
  if (lineRefunds.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4">
        Cuánto devolver si regresan piezas
      </summary>
      <p className="text-soft">
        Lo que resta de lo pagado, menos lo que cuestan las demás piezas con las promociones que todavía cumplen. Sin
        envío ni comisión.
      </p>
      <table className="mt-2 w-full">
        <thead>
          <tr className="text-left text-soft">
            <th className="font-normal">Si regresa</th>
            <th className="text-right font-normal">Una pieza</th>
            <th className="text-right font-normal">Todas</th>
          </tr>
        </thead>
        <tbody>
          {lineRefunds.map(({ sizeId, pieceRefundCents, lineRefundCents }) => (
            <tr key={sizeId} className="border-t border-line">
              <td className="py-1.5 pr-3">{order.lines.find((line) => line.sizeId === sizeId)?.name}</td>
              <td className="tabular text-right">{formatMoney(pieceRefundCents)}</td>
              <td className="tabular text-right">{formatMoney(lineRefundCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Row({
  label,
  cents,
  isStrong,
  isSoft,
}: {
  label: ReactNode;
  cents: number;
  isStrong?: boolean;
  isSoft?: boolean;
}) {
  return (
    <div className={cx("flex justify-between gap-4", isStrong && "font-bold", isSoft && "text-soft")}>
      <dt>{label}</dt>
      <dd className="tabular">{formatMoney(cents)}</dd>
    </div>
  );
}

function Payments({ payments }: Pick<OrderMoney, "payments">) {
  if (payments.length === 0) return <p className="text-sm text-soft">Todavía no hay ningún pago.</p>;
  return (
    <ul aria-label="Pagos" className="divide-y divide-line border-t border-line text-sm">
      {payments.map((payment) => (
        <li key={payment.id} className="space-y-1 py-3">
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="font-semibold">
              {PAYMENT_KIND_LABEL[payment.kind]} · {payment.method}
              {(payment.installments ?? 1) > 1 && ` · a ${payment.installments} meses`}
            </span>
            <span className="flex items-center gap-3">
              <Badge tone={PAYMENT_TONE[payment.state]}>{PAYMENT_STATE_LABEL[payment.state]}</Badge>
              <span className="tabular font-semibold">{formatMoney(payment.cents)}</span>
            </span>
          </p>
          <p className="wrap-anywhere text-soft">
            {formatDateTime(payment.paidAt ?? payment.createdAt)} ·{" "}
            {payment.provider === "shop"
              ? `lo confirmó ${payment.actor}`
              : `pago ${payment.providerPaymentId} del proveedor (${payment.rawStatus})`}
            {payment.refundedCents > 0 && ` · devuelto ${formatMoney(payment.refundedCents)}`}
          </p>
          {payment.refunds.map((refund) => (
            <p key={refund.id} className={cx("wrap-anywhere", refund.state === "FAILED" ? "text-error" : "text-soft")}>
              Devolución de {formatMoney(refund.cents)}: {REFUND_STATE_LABEL[refund.state]} · {refund.reason} ·{" "}
              {refund.actor}
              {refund.failure && ` · ${refund.failure}`}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Shows the amount to refund, and asks for confirmation before the refund is requested. */
function Refund({ order, money, actionData }: { order: OrderView; money: OrderMoney; actionData: ActionData }) {
  const confirmation = actionData?.intent === "refund" ? actionData.confirmation : undefined;
  if (confirmation) {
    return (
      <Notice tone="warning" alert title={`Se devolverán ${formatMoney(confirmation.cents)} al cliente`}>
        <p>
          Por el mismo medio con que pagó.{" "}
          {confirmation.cents === money.paidCents && order.status === "PAYMENT_ACCEPTED"
            ? "Es todo lo que pagó: el pedido se cancela y sus piezas vuelven a la tienda. "
            : ""}
          No se puede deshacer.
        </p>
        <ActionForm order={order} intent="refund" submitLabel="Sí, devolver" variant="danger" className="pt-3">
          <input type="hidden" name="confirmed" value="1" />
          <input type="hidden" name="amount" value={confirmation.amount} />
          <input type="hidden" name="reason" value={confirmation.reason} />
          <input type="hidden" name="seenCents" value={confirmation.seenCents} />
        </ActionForm>
      </Notice>
    );
  }
  return (
    <details className="border-t border-line pt-2 text-sm" open={actionData?.intent === "refund"}>
      <summary className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
        Devolver dinero…
      </summary>
      <ActionForm
        order={order}
        intent="refund"
        submitLabel="Ver qué se devuelve"
        variant="secondary"
        className="max-w-md"
      >
        <TextField
          name="amount"
          label="Cuánto"
          optional
          inputMode="decimal"
          defaultValue={findTypedValue(actionData, "refund", "amount")}
          hint={`Se puede devolver hasta ${formatMoney(money.refundableCents)}; vacío devuelve todo.`}
        />
        <TextField
          name="reason"
          label="Motivo"
          maxLength={200}
          defaultValue={findTypedValue(actionData, "refund", "reason")}
        />
      </ActionForm>
    </details>
  );
}
