import { useRouteLoaderData } from "react-router";
import { OPERATIONS } from "../../../contract/operations.ts";
import type { Order } from "../../../contract/orders.ts";
import { formatDay } from "../../../domain/format-day.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { ContactStaff } from "../invoice/contact-staff.tsx";
import { FileButton } from "./file-button.tsx";

/**
 * 'Tu factura' of an order that has an invoice or can have one: the files of a stamped invoice, the state of one that
 * is being stamped or cancelled, or the link to request one. This component is loaded only for such an order, because
 * most orders have no invoice.
 */
export default function OrderInvoice({ order, linkKey }: { order: Order; linkKey: string | null }) {
  const { invoice } = order;
  return (
    <section aria-labelledby="factura" className="space-y-3">
      <h2 id="factura" className="text-xl">
        Tu factura
      </h2>
      {!invoice && <InvoiceRequest order={order} />}
      {invoice?.status === "PENDING" && (
        <>
          <p className="text-soft">Se está timbrando. En cuanto esté la descargas aquí.</p>
          <InvoicingLink order={order} label="Ver cómo va" />
        </>
      )}
      {invoice?.status === "CANCELLING" && (
        <p className="text-soft">
          Pedimos su cancelación al SAT, que espera tu respuesta en tu buzón tributario. Mientras tanto sigue vigente.
        </p>
      )}
      {invoice?.uuid && <InvoiceFiles uuid={invoice.uuid} reference={order.reference} linkKey={linkKey} />}
    </section>
  );
}

/** The link to request an invoice, and the deadline. After the deadline, the link to contact the shop. */
function InvoiceRequest({ order }: { order: Order }) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { invoiceDeadline: deadline } = order;
  if (deadline?.isOver) {
    return (
      <p className="text-soft">
        El plazo para facturar este pedido en línea terminó el {formatDay(deadline.lastDay)}. Si necesitas tu factura,{" "}
        <ContactStaff shop={shop} />.
      </p>
    );
  }
  return (
    <>
      <p className="text-soft">
        Este pedido ya se puede facturar. Ten a la mano tus datos fiscales.{" "}
        {deadline && (
          <>
            Puedes pedir tu factura hasta el <b className="text-ink">{formatDay(deadline.lastDay)}</b>.
          </>
        )}
      </p>
      <InvoicingLink order={order} label="Facturar este pedido" />
    </>
  );
}

/** Passes the phone in the history state, so that it is in no URL. */
function InvoicingLink({ order, label }: { order: Order; label: string }) {
  return (
    <ButtonLink
      variant="secondary"
      to={paths.invoice}
      state={{ reference: order.reference, phone: order.customer.phone }}
      className="max-sm:w-full"
    >
      {label}
    </ButtonLink>
  );
}

const FILE_TEXTS = {
  preparing: "Preparando tu factura…",
  ready: "Tu factura está lista.",
  error: "No pudimos darte tu factura",
};

function InvoiceFiles({ uuid, reference, linkKey }: { uuid: string; reference: string; linkKey: string | null }) {
  const query = linkKey === null ? "" : `?${new URLSearchParams({ key: linkKey })}`;
  const hrefOf = (format: string): string =>
    OPERATIONS.getInvoiceFile.replace("GET ", "").replace("{uuid}", uuid).replace("{format}", format) + query;
  return (
    <>
      <p className="text-soft">
        Folio fiscal <span className="break-all tabular">{uuid}</span>
      </p>
      <div className="flex flex-wrap gap-3 max-sm:flex-col">
        {(["pdf", "xml"] as const).map((format) => (
          <FileButton
            key={format}
            href={hrefOf(format)}
            hasKey={linkKey !== null}
            type={`application/${format}`}
            name={`factura-${reference}-${uuid}.${format}`}
            texts={{ ...FILE_TEXTS, label: `Descargar factura (${format.toUpperCase()})` }}
          />
        ))}
      </div>
    </>
  );
}
