import { Link } from "react-router";
import type { ReceiverField } from "../../../../domain/invoice-receiver.ts";
import type { InvoiceKind } from "../../../../domain/invoice-state.ts";
import { Notice } from "../../../ui/notice.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import type { FailedAction } from "./actions.tsx";
import { ReceiverFields, type TypedReceiver } from "./receiver-fields.tsx";

interface RefusedPage {
  invoice: {
    kind: InvoiceKind;
    refusalCode: string | null;
    refusalMessage: string | null;
    relatesToId: string | null;
    period: string | null;
    shopId: string;
  };
  reason: { field: ReceiverField | null; sentence: string } | null;
}

const LINK = "font-semibold underline underline-offset-4";

/** Shows why a document was refused and how to make a correct one. The refused document stays as it is. */
export function CorrectRefused({
  page: { invoice, reason },
  newer,
  typed,
  failed,
}: {
  page: RefusedPage;
  /** Id of the next attempt. */
  newer: string | null;
  typed: TypedReceiver;
  failed?: FailedAction;
}) {
  const { kind, relatesToId, period, shopId } = invoice;
  const isRetryFailed = failed?.intent === "retry";
  const errors = reason?.field ? { [reason.field]: reason.sentence } : undefined;
  const [from, to] = period?.split(" a ") ?? [];
  return (
    <Section title={newer ? "Se rechazó, y se intentó otra vez" : "Se rechazó: corrige y vuelve a hacerla"}>
      <Notice tone="bad" title={reason?.sentence}>
        Código {invoice.refusalCode}: {invoice.refusalMessage}
      </Notice>
      {newer && !isRetryFailed ? (
        <Link to={officePaths.invoice(newer)} className={LINK}>
          Ver el último intento
        </Link>
      ) : kind === "invoice" && relatesToId === null ? (
        <PostForm failure={isRetryFailed ? failed.failure : undefined} submit="Volver a facturar">
          <input type="hidden" name="intent" value="retry" />
          <ReceiverFields
            typed={(isRetryFailed && failed.typed) || typed}
            errors={isRetryFailed ? failed.errors : errors}
          />
        </PostForm>
      ) : kind === "global" ? (
        <Link to={`${officePaths.globalInvoice}?tienda=${shopId}&del=${from}&al=${to}`} className={LINK}>
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
