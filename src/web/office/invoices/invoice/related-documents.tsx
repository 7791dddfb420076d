import { Link } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { InvoiceKind, InvoiceState } from "../../../../domain/invoice-enums.ts";
import { Badge } from "../../kit/badge.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { KIND_LABEL, STATE_BADGE } from "./labels.ts";

interface RelatedInvoice {
  id: string;
  kind: InvoiceKind;
  state: InvoiceState;
  folio: string;
  totalCents: number;
  createdAt: Date;
  relatesToId: string | null;
}

/** The other documents of the same sale, and the orders of a global invoice. */
export function RelatedDocuments({
  relatedInvoices,
  orders,
  invoice,
}: {
  relatedInvoices: readonly RelatedInvoice[];
  orders: readonly { id: string; reference: string; isStillDeclared: boolean }[];
  invoice: { id: string; relatesToId: string | null };
}) {
  const linkClasses = "font-semibold underline underline-offset-4";
  return (
    <>
      {relatedInvoices.length > 0 && (
        <Section title={orders.length > 0 ? "Relacionadas con esta" : "Del mismo pedido"}>
          <ul className="divide-y divide-line text-sm">
            {relatedInvoices.map((relatedInvoice) => (
              <li key={relatedInvoice.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                <Link to={officePaths.invoice(relatedInvoice.id)} className={linkClasses}>
                  {KIND_LABEL[relatedInvoice.kind]} {relatedInvoice.folio}
                </Link>
                <Badge tone={STATE_BADGE[relatedInvoice.state][1]}>{STATE_BADGE[relatedInvoice.state][0]}</Badge>
                <span className="tabular">{formatMoney(relatedInvoice.totalCents)}</span>
                <span className="text-soft">
                  {formatDateTime(relatedInvoice.createdAt)}
                  {invoice.relatesToId === relatedInvoice.id && " · es a la que esta se refiere"}
                  {relatedInvoice.relatesToId === invoice.id && " · se refiere a esta"}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {orders.length > 0 && (
        <Section title="Pedidos que lleva">
          <ul className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
            {orders.map(({ id, reference, isStillDeclared }) => (
              <li key={id}>
                <Link to={officePaths.order(id)} className={linkClasses}>
                  #{reference}
                </Link>
                {!isStillDeclared && <span className="text-soft"> (ya no)</span>}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
