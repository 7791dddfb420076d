import { formatDateTime } from "../../../../domain/dates.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { UnfinishedRestore } from "../../../../server/backup/compare-after-restore.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Badge } from "../../kit/badge.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";

interface Props {
  restore: UnfinishedRestore;
  /** The failure of the form with this intent. */
  failureOf: (intent: string) => string | undefined;
}

/** The checks that staff make after a restore, and the button that opens the shop. */
export function RestoreReport({ restore, failureOf }: Props) {
  return (
    <Section title="La tienda está cerrada">
      <Notice tone="warning" title={`Se restauró al ${formatDateTime(restore.restorePointAt)}`}>
        Lo que pasó después se perdió. Mientras tanto no vende, no factura y no manda correos. Revisa esto y ábrela.
      </Notice>
      <ul className="space-y-4 text-sm">
        <Payments restore={restore} />
        <Invoices restore={restore} failureOf={failureOf} />
        <li>
          <CheckStatus label="Números de pedido" isDone /> Los nuevos siguen después del #{restore.lastSkippedReference}
          : ninguno se repite.
        </li>
        <li>Correos en espera: {restore.waitingEmails}. Salen al abrir, y alguno puede llegar por segunda vez.</li>
        <li>
          Revisa también las existencias, y a quién le quitaste acceso al panel después del respaldo: lo tiene otra vez.
        </li>
      </ul>
      <PostForm submitLabel="Abrir la tienda" failure={failureOf("open")}>
        <input type="hidden" name="intent" value="open" />
      </PostForm>
    </Section>
  );
}

function Payments({ restore: { payments } }: Pick<Props, "restore">) {
  return (
    <li className="space-y-2">
      <CheckStatus label="Cobros" isDone={payments !== null} />{" "}
      {payments === null
        ? "Se comparan con Mercado Pago en cuanto contesta."
        : `${payments.checked} comparados, ${payments.credited} cambiaron un pedido.`}
      {payments?.isComplete === false && (
        <p>Hay más cobros de los que Mercado Pago deja leer: revisa los anteriores en su página.</p>
      )}
      {payments && payments.lost.length > 0 && (
        <>
          <p>
            Estos son de pedidos que se perdieron. Devuélvelos o cancélalos en Mercado Pago, o toma el pedido otra vez:
          </p>
          <ul className="list-disc space-y-1 pl-5">
            {payments.lost.map(({ id, cents, refundedCents, status, createdAt }) => (
              <li key={id} className="wrap-anywhere">
                {formatMoney(cents)}
                {refundedCents > 0 && ` (devueltos ${formatMoney(refundedCents)})`} · cobro {id} · {status} ·{" "}
                {formatDateTime(new Date(createdAt))}
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  );
}

function Invoices({ restore: { needsInvoiceComparison, invoices }, failureOf }: Props) {
  if (!needsInvoiceComparison) return null;
  return (
    <li className="space-y-2">
      <CheckStatus label="Facturas" isDone={invoices !== null} />{" "}
      {invoices === null
        ? "Baja del SAT los XML emitidos desde un día antes del respaldo y compáralos:"
        : invoices.isDeclared
          ? "Dijiste que nada se facturó desde el respaldo."
          : `${invoices.checked} XML comparados, ${invoices.unknown.length} no están aquí.`}
      {invoices === null && (
        <>
          <pre className="overflow-x-auto rounded-box bg-sand p-4" tabIndex={0}>
            npm run -s shop -- restore report --invoices ./carpeta
          </pre>
          <PostForm submitLabel="Nada se facturó desde entonces" variant="secondary" failure={failureOf("no-invoices")}>
            <input type="hidden" name="intent" value="no-invoices" />
          </PostForm>
        </>
      )}
      {invoices && invoices.unknown.length > 0 && (
        <ul className="list-disc space-y-1 pl-5">
          {invoices.unknown.map(({ name, uuid, kind, folio, total }) => (
            <li key={name} className="wrap-anywhere">
              {uuid
                ? `Cancélala en el portal: ${uuid} (${kind} ${folio}, $${total})`
                : `${name} no es un CFDI timbrado`}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function CheckStatus({ label, isDone }: { label: string; isDone: boolean }) {
  return (
    <span className="mr-2 inline-flex items-center gap-2">
      <span className="font-semibold">{label}</span>
      <Badge tone={isDone ? "success" : "warning"}>{isDone ? "Listo" : "Falta"}</Badge>
    </span>
  );
}
