import { Link } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Badge } from "../../kit/badge.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import type { FailedAction } from "./actions.tsx";
import type { InvoiceComplement } from "../../../../server/invoicing/list-complements-of-invoice.ts";
import { STATE_BADGE } from "./labels.ts";

const LINK = "font-semibold underline underline-offset-4";

/** The payments of an invoice that is paid later: its complements, its balance, and a form to record a transfer. */
export function InvoicePayments({
  rows,
  outstandingAmounts,
  failedAction,
}: {
  rows: readonly InvoiceComplement[];
  /** What the customer still has to pay, and what no complement declares yet. Null unless the invoice is stamped. */
  outstandingAmounts: { missingCents: number; undeclaredCents: number } | null;
  failedAction?: FailedAction;
}) {
  return (
    <Section title="Pagos de esta factura (PPD)">
      <p className="text-sm text-soft">
        Cada pago que llega tiene su complemento. La tienda lo hace sola y se lo manda a quien recibe la factura.
      </p>
      {rows.length > 0 && (
        <ul className="divide-y divide-line text-sm">
          {rows.map(({ id, folio, state, instalment, paidCents, previousCents, paidAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <Link to={officePaths.invoice(id)} className={LINK}>
                Parcialidad {instalment} · {folio}
              </Link>
              <Badge tone={STATE_BADGE[state][1]}>{STATE_BADGE[state][0]}</Badge>
              <span className="text-soft">
                {formatDateTime(paidAt)} · pagó {formatMoney(paidCents)}
                {state === "refused" || state === "cancelled"
                  ? " · ya no cuenta"
                  : ` · quedó ${formatMoney(previousCents - paidCents)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {outstandingAmounts && (
        <p className="text-sm">
          Saldo de la factura: <b className="tabular">{formatMoney(outstandingAmounts.undeclaredCents)}</b>
        </p>
      )}
      {outstandingAmounts && outstandingAmounts.missingCents > 0 && (
        <PostForm
          failure={failedAction?.intent === "instalment" ? failedAction.failure : undefined}
          submitLabel="Registrar pago"
          variant="secondary"
        >
          <input type="hidden" name="intent" value="instalment" />
          <input type="hidden" name="missing" value={outstandingAmounts.missingCents} />
          <TextField
            name="amount"
            label="Cuánto llegó por transferencia"
            inputMode="decimal"
            defaultValue=""
            maxLength={15}
            hint={`Faltan ${formatMoney(outstandingAmounts.missingCents)}. Los pagos en línea se registran solos.`}
          />
        </PostForm>
      )}
    </Section>
  );
}

/** The payment that a complement declares. */
export function DeclaredPaymentFacts({ row }: { row: InvoiceComplement }) {
  return (
    <Section title="Qué paga">
      <p className="text-sm">
        Parcialidad {row.instalment} de la{" "}
        <Link to={officePaths.invoice(row.invoiceId)} className={LINK}>
          factura {row.invoiceFolio}
        </Link>
      </p>
      <ul className="text-sm tabular">
        <li>Recibido: {formatDateTime(row.paidAt)}</li>
        <li>Saldo anterior: {formatMoney(row.previousCents)}</li>
        <li>
          Pagado: <b>{formatMoney(row.paidCents)}</b>
        </li>
        <li>Saldo que queda: {formatMoney(row.previousCents - row.paidCents)}</li>
      </ul>
    </Section>
  );
}

/** Shown for a document that waits for a PAC whose account is no longer configured. */
export function MissingPac({ name }: { name: string }) {
  return (
    <Notice tone="warning" alert title={`Espera a ${name}: sus datos ya no están en el servidor`}>
      Empezó con {name}, y solo {name} sabe cómo quedó. Pide a quien administra el servidor que ponga su cuenta en las
      variables PAC_PREVIOUS_… y lo reinicie: sigue sola desde donde se quedó.
    </Notice>
  );
}
