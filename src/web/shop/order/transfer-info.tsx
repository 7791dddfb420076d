import { formatClabe } from "../../../domain/clabe.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { formatDeadline, formatLongDate } from "../../../domain/long-date.ts";
import type { Order } from "../../../contract/orders.ts";
import { CopyValue } from "../../ui/copy-value.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useNow } from "../use-now.ts";
import type { PaymentProps } from "./payment.tsx";
import { UploadReceipt } from "./upload-receipt.tsx";

/**
 * How to pay by transfer: the shop's text and, while the order waits for a transfer, the accounts, the exact amount,
 * and the upload of a receipt.
 */
export function TransferInfo({ order, linkKey, onOrder, message }: PaymentProps & { message: string }) {
  const { transfer } = order;
  const isWaitingForPayment = order.status === "WAITING_PAYMENT";
  return (
    <section aria-labelledby="transfer" className="space-y-4 border-t border-line pt-8">
      <h2 id="transfer" className="text-xl">
        Información de Pago
      </h2>
      <p>{message}</p>
      {isWaitingForPayment && order.payBy && (
        <p>
          Paga antes del <strong>{formatDeadline(new Date(order.payBy))}</strong>: hasta entonces apartamos tus piezas.
        </p>
      )}
      {transfer && (
        <>
          <div className="border-t border-line">
            {transfer.accounts.map((account) => (
              <dl key={account.clabe}>
                <CopyValue label="CLABE" value={account.clabe} text={formatClabe(account.clabe)} />
                <CopyValue
                  label="Beneficiario"
                  value={account.beneficiary}
                  text={`${account.beneficiary} · ${account.bank}`}
                />
              </dl>
            ))}
            <dl>
              <CopyValue
                label="Monto exacto"
                value={String(transfer.amount)}
                text={formatMoney(toCents(transfer.amount))}
              />
              <CopyValue label="Referencia numérica" value={transfer.reference} />
              <CopyValue label="Concepto" value={transfer.concept} />
            </dl>
          </div>
          <Receipts receipts={transfer.receipts} />
          <UploadReceipt order={order} linkKey={linkKey} onOrder={onOrder} />
        </>
      )}
    </section>
  );
}

const RECEIPT_STATE_LABEL = {
  SUBMITTED: "lo estamos revisando",
  ACCEPTED: "aceptado",
  REJECTED: "no lo pudimos aceptar",
} as const;

function Receipts({ receipts }: Pick<NonNullable<Order["transfer"]>, "receipts">) {
  const now = useNow();
  if (receipts.length === 0) return null;
  const isReceiptUnderReview = receipts.some(({ state }) => state === "SUBMITTED");
  return (
    <Notice
      tone={isReceiptUnderReview ? "success" : "info"}
      title={isReceiptUnderReview ? "Recibimos tu comprobante" : "Tus comprobantes"}
    >
      <ul className="space-y-1">
        {receipts.map(({ state, uploadedOn, answer }) => (
          <li key={uploadedOn}>
            {formatLongDate(new Date(uploadedOn), now)}: {RECEIPT_STATE_LABEL[state]}
            {answer && ` (${answer})`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
