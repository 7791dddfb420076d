import { formatDateTime } from "../../../../domain/dates.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { TextField } from "../../../ui/field.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { ActionForm, findTypedValue, type ActionData, type OrderView } from "./action-form.tsx";
import { KIND_LABEL, STATE_BADGE } from "../../invoices/invoice/labels.ts";
import { RECEIPT_STATE_LABEL } from "./money-labels.ts";

type OrderMoney = NonNullable<OrderView["money"]>;

/** Why a receipt has no file. */
const NO_FILE_TEXT = {
  refused: "El archivo se borró al rechazarlo.",
  expired: "El archivo se borró: pasó el tiempo que la tienda guarda los comprobantes.",
  missing: "El archivo no está donde se guardan los comprobantes. Avisa a quien cuida el sistema.",
};

/** The customer's proofs of a transfer, which staff accept or reject here. */
export function Receipts({
  order,
  receipts,
  actionData,
}: {
  order: OrderView;
  receipts: OrderMoney["receipts"];
  actionData: ActionData;
}) {
  const hasSubmittedReceipt = receipts.some(({ state }) => state === "SUBMITTED");
  return (
    <Section title="Comprobantes de transferencia">
      <ul className="grid gap-4 sm:grid-cols-2">
        {receipts.map((receipt, index) => (
          <ReceiptItem key={receipt.id} orderId={order.id} receipt={receipt} number={index + 1} />
        ))}
      </ul>
      {hasSubmittedReceipt && order.actions.includes("confirmPayment") && (
        <div className="space-y-4 border-t border-line pt-4">
          <ActionForm order={order} intent="confirmPayment" submitLabel="Aceptar: el dinero está en la cuenta">
            <input type="hidden" name="reason" value="Comprobante revisado" />
          </ActionForm>
          <details className="text-sm" open={actionData?.intent === "refuseReceipt"}>
            <summary className="inline-flex min-h-11 items-center font-semibold text-error underline underline-offset-4">
              Rechazar…
            </summary>
            <ActionForm
              order={order}
              intent="refuseReceipt"
              submitLabel="Rechazar"
              variant="danger"
              className="max-w-md"
            >
              <TextField
                name="answer"
                label="Por qué"
                maxLength={500}
                defaultValue={findTypedValue(actionData, "refuseReceipt", "answer")}
                hint="El cliente lo lee tal cual. Tiene un día más para mandar otro."
              />
            </ActionForm>
          </details>
        </div>
      )}
      {hasSubmittedReceipt && !order.actions.includes("confirmPayment") && (
        <p className="text-sm text-soft">Lo confirma quien ve la cuenta del banco: la dueña o contabilidad.</p>
      )}
    </Section>
  );
}

function ReceiptItem({
  orderId,
  receipt: { id, isPicture, state, answer, uploadedAt, answeredAt, answeredBy, fileRemovedBecause },
  number,
}: {
  orderId: string;
  receipt: OrderMoney["receipts"][number];
  number: number;
}) {
  const url = officePaths.receipt(orderId, id);
  return (
    <li className="space-y-2 text-sm">
      {fileRemovedBecause ? (
        <p className="rounded-box border border-dashed border-line p-3 text-soft">{NO_FILE_TEXT[fileRemovedBecause]}</p>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" className="block font-semibold underline underline-offset-4">
          {isPicture ? (
            <img
              src={url}
              alt={`Comprobante ${number}`}
              loading="lazy"
              className="max-h-80 w-full rounded-box border border-line object-contain"
            />
          ) : (
            <span className="flex min-h-11 items-center">{`Abrir el comprobante ${number} (PDF)`}</span>
          )}
        </a>
      )}
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={state === "SUBMITTED" ? "warning" : state === "ACCEPTED" ? "success" : "error"}>
          {RECEIPT_STATE_LABEL[state]}
        </Badge>
        <span className="text-soft">{formatDateTime(uploadedAt)}</span>
      </p>
      {answeredAt && (
        <p className="wrap-anywhere text-soft">
          {answeredBy}, {formatDateTime(answeredAt)}
          {answer && `: ${answer}`}
        </p>
      )}
    </li>
  );
}

/** The order's invoices and their state. */
export function Invoices({ invoices }: Pick<OrderMoney, "invoices">) {
  return (
    <Section title="Facturas">
      <ul className="divide-y divide-line text-sm">
        {invoices.map(({ id, kind, state, uuid, totalCents, refusalMessage, createdAt }) => (
          <li key={id} className="space-y-1 py-2">
            <p className="flex flex-wrap items-center justify-between gap-x-4">
              <span className="font-semibold">{KIND_LABEL[kind]}</span>
              <span className="flex items-center gap-3">
                <Badge tone={state === "stamped" ? "success" : state === "refused" ? "error" : "plain"}>
                  {STATE_BADGE[state][0]}
                </Badge>
                <span className="tabular">{formatMoney(totalCents)}</span>
              </span>
            </p>
            <p className="wrap-anywhere text-soft">
              {[formatDateTime(createdAt), uuid, refusalMessage].filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
