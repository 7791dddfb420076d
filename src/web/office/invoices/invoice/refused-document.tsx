import { Link } from "react-router";
import { periodLengthOf } from "../../../../domain/global-period.ts";
import type { ReceiverField } from "../../../../domain/invoice-receiver.ts";
import type { InvoiceKind } from "../../../../domain/invoice-enums.ts";
import type { InvoicingMode } from "../../../../domain/invoicing-mode.ts";
import { Notice } from "../../../ui/notice.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import type { FailedAction } from "./actions.tsx";
import { ReceiverFields, type ReceiverFormValues } from "./receiver-fields.tsx";

interface RefusedInvoicePage {
  invoice: {
    kind: InvoiceKind;
    refusalCode: string | null;
    refusalMessage: string | null;
    relatesToId: string | null;
    periodFrom: string | null;
    periodicity: string | null;
    shopId: string;
    orderId: string | null;
  };
  retryMode: InvoicingMode | null;
  reason: { field: ReceiverField | null; sentence: string } | null;
}

const LINK = "font-semibold underline underline-offset-4";

/** Shows why a document was refused, and how to issue a correct one. The refused document does not change. */
export function RefusedDocument({
  page: { invoice, reason, retryMode },
  laterAttemptId,
  receiver,
  failedAction,
}: {
  page: RefusedInvoicePage;
  /** The id of the latest attempt after this one; null when there is none. */
  laterAttemptId: string | null;
  receiver: ReceiverFormValues;
  failedAction?: FailedAction;
}) {
  const { kind, relatesToId, periodFrom, periodicity, shopId, orderId } = invoice;
  const isRetryFailed = failedAction?.intent === "retry";
  const errors = reason?.field ? { [reason.field]: reason.sentence } : undefined;
  return (
    <Section title={laterAttemptId ? "Se rechazó, y se intentó otra vez" : "Se rechazó: corrige y vuelve a hacerla"}>
      <Notice tone="error" title={reason?.sentence}>
        Código {invoice.refusalCode}: {invoice.refusalMessage}
      </Notice>
      {laterAttemptId && !isRetryFailed ? (
        <Link to={officePaths.invoice(laterAttemptId)} className={LINK}>
          Ver el último intento
        </Link>
      ) : kind === "invoice" && relatesToId === null ? (
        <PostForm failure={isRetryFailed ? failedAction.failure : undefined} submitLabel="Volver a facturar">
          <input type="hidden" name="intent" value="retry" />
          {retryMode && <input type="hidden" name="plan" value={retryMode} />}
          <ReceiverFields
            initialValues={(isRetryFailed && failedAction.typedReceiver) || receiver}
            errors={isRetryFailed ? failedAction.errors : errors}
          />
        </PostForm>
      ) : kind === "payment" ? (
        <Link to={officePaths.complements} className={LINK}>
          Hacer otra vez el complemento
        </Link>
      ) : kind === "deposit" && orderId ? (
        <Link to={officePaths.newInvoice(orderId)} className={LINK}>
          Volver a facturar el anticipo
        </Link>
      ) : kind === "depositApplied" ? (
        <p className="text-sm">Aplica otra vez el anticipo desde la factura de toda la venta, en «Del mismo pedido».</p>
      ) : kind === "global" ? (
        <Link
          to={officePaths.globalInvoiceOf({ shopId, periodLength: periodLengthOf(periodicity), day: periodFrom })}
          className={LINK}
        >
          Volver a hacer la factura global
        </Link>
      ) : (
        relatesToId && (
          <Link to={officePaths.invoice(relatesToId)} className={LINK}>
            {kind === "invoice"
              ? "La anterior sigue vigente: sustitúyela desde su página"
              : "Ir a la factura y hacer otra nota"}
          </Link>
        )
      )}
    </Section>
  );
}
