import { formatDateTime } from "../../../../domain/dates.ts";
import { formatDay } from "../../../../domain/format-day.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { CheckField, TextField } from "../../../ui/field.tsx";
import { Badge } from "../../kit/badge.tsx";
import { FileField } from "../../kit/file-field.tsx";
import { officePaths } from "../../paths.ts";
import { ActionForm, findTypedValue, type ActionData, type OrderPageData, type OrderView } from "./action-form.tsx";

type OrderMoney = NonNullable<OrderView["money"]>;

const LINK_CLASS = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

/** Refunds by transfer, each with a form to withdraw it if it was recorded wrongly. */
export function TransferRefunds({
  order,
  money,
  actionData,
}: {
  order: OrderView;
  money: OrderMoney;
  actionData: ActionData;
}) {
  if (money.transferRefunds.length === 0) return null;
  return (
    <ul aria-label="Devoluciones por transferencia" className="divide-y divide-line border-t border-line text-sm">
      {money.transferRefunds.map((refund) => (
        <li key={refund.id} className="space-y-1 py-3">
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="font-semibold">Transferencia de regreso · {formatDay(refund.sentOn)}</span>
            <span className="flex items-center gap-3">
              <Badge tone={refund.withdrawnAt ? "error" : "success"}>
                {refund.withdrawnAt ? "Anulada" : "Devuelto"}
              </Badge>
              <span className={refund.withdrawnAt ? "tabular line-through" : "tabular font-semibold"}>
                {formatMoney(refund.cents)}
              </span>
            </span>
          </p>
          <p className="wrap-anywhere text-soft">
            Referencia {refund.reference} · {refund.reason} · la anotó {refund.actor},{" "}
            {formatDateTime(refund.createdAt)}
          </p>
          {refund.withdrawnAt && (
            <p className="wrap-anywhere text-soft">
              La anuló {refund.withdrawnBy}, {formatDateTime(refund.withdrawnAt)}: {refund.withdrawnReason}
            </p>
          )}
          {refund.hasProof && (
            <a
              href={officePaths.refundProof(order.id, refund.id)}
              target="_blank"
              rel="noreferrer"
              className={LINK_CLASS}
            >
              Ver el comprobante
            </a>
          )}
          {!refund.withdrawnAt && order.actions.includes("withdrawRefund") && (
            <Withdraw order={order} refundId={refund.id} actionData={actionData} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Withdraw({ order, refundId, actionData }: { order: OrderView; refundId: string; actionData: ActionData }) {
  const isRefused = actionData?.intent === "withdrawRefund" && actionData.target === refundId;
  return (
    <details open={isRefused}>
      <summary className={LINK_CLASS}>Corregir…</summary>
      <ActionForm
        order={order}
        intent="withdrawRefund"
        submitLabel="Anular esta devolución"
        variant="danger"
        className="max-w-md"
      >
        <input type="hidden" name="id" value={refundId} />
        <p className="text-soft">
          Si el monto o la referencia están mal, anúlala y anótala otra vez.{" "}
          {order.customer.email && "El cliente recibe un correo que lo aclara. "}
          {order.status === "CANCELLED" && "El pedido sigue cancelado."}
        </p>
        <TextField
          name="reason"
          label="Por qué se anula"
          required
          maxLength={200}
          defaultValue={isRefused ? actionData.typedValues.reason : undefined}
        />
      </ActionForm>
    </details>
  );
}

/** Records a refund by transfer. Staff make the transfer at their bank before they record it. */
export function RecordTransferRefund({
  order,
  money,
  actionData,
  refundId,
  today,
}: Pick<OrderPageData, "refundId" | "today"> & { order: OrderView; money: OrderMoney; actionData: ActionData }) {
  const typedValueOf = (name: string) => findTypedValue(actionData, "refundTransfer", name);
  const mayCancelOrder = order.status === "PAYMENT_ACCEPTED" && money.transferRefundableCents === money.paidCents;
  return (
    <details className="border-t border-line pt-2 text-sm" open={actionData?.intent === "refundTransfer"}>
      <summary className={LINK_CLASS}>Ya le transferí de regreso…</summary>
      <ActionForm
        order={order}
        intent="refundTransfer"
        submitLabel="Anotar la devolución"
        variant="secondary"
        encType="multipart/form-data"
        className="max-w-md"
      >
        <p className="text-soft">
          Transfiere primero desde tu banco: aquí solo se anota.{" "}
          {order.customer.email
            ? "El cliente recibe un correo con la fecha y la referencia."
            : "El cliente no dejó correo: avísale tú."}
        </p>
        <input type="hidden" name="id" value={refundId} />
        <input type="hidden" name="seenCents" value={money.transferRefundableCents} />
        <TextField
          name="amount"
          label="Cuánto"
          required
          inputMode="decimal"
          maxLength={20}
          defaultValue={
            typedValueOf("amount") ??
            (order.status === "CANCELLED" ? formatMoney(money.transferRefundableCents) : undefined)
          }
          hint={`Hasta ${formatMoney(money.transferRefundableCents)}. Puede ser una parte.`}
        />
        <TextField
          name="sentOn"
          label="Qué día"
          type="date"
          required
          max={today}
          defaultValue={typedValueOf("sentOn") ?? today}
        />
        <TextField
          name="reference"
          label="Referencia o clave de rastreo"
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={typedValueOf("reference")}
          hint="Con ella el cliente encuentra el depósito."
        />
        <TextField name="reason" label="Motivo" required maxLength={200} defaultValue={typedValueOf("reason")} />
        <FileField
          name="proof"
          label="Comprobante del banco"
          optional
          accept="image/*,application/pdf"
          hint="Imagen o PDF de hasta 5 MB. Solo lo ve quien ve el dinero de la tienda."
        />
        {mayCancelOrder && (
          <CheckField name="mayCancelOrder" value="1" label="Si es todo lo que pagó, cancela el pedido">
            Sus {order.tickets.length > 0 ? "boletos dejan de servir" : "piezas vuelven a la tienda"}. No se puede
            deshacer.
          </CheckField>
        )}
      </ActionForm>
    </details>
  );
}
