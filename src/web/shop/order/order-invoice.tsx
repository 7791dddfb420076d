import { useRouteLoaderData } from "react-router";
import { OPERATIONS } from "../../../contract/operations.ts";
import type { Order } from "../../../contract/orders.ts";
import { formatDay } from "../../../domain/format-day.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { AskStaff } from "../invoice/ask-staff.tsx";
import { FileButton } from "./file-button.tsx";

/**
 * 'Tu factura': its files once it is stamped, before that the link to request it. A file of its own: few orders have an
 * invoice.
 */
export default function OrderInvoice({ order, linkKey }: { order: Order; linkKey: string | null }) {
  const { invoice } = order;
  return (
    <section aria-labelledby="factura" className="space-y-3">
      <h2 id="factura" className="text-xl">
        Tu factura
      </h2>
      {!invoice && <ToRequest order={order} />}
      {invoice?.status === "PENDING" && (
        <>
          <p className="text-soft">Se está timbrando. En cuanto esté la descargas aquí.</p>
          <ToInvoicing order={order} label="Ver cómo va" />
        </>
      )}
      {invoice?.status === "CANCELLING" && (
        <p className="text-soft">
          Pedimos su cancelación al SAT, que espera tu respuesta en tu buzón tributario. Mientras tanto sigue vigente.
        </p>
      )}
      {invoice?.uuid && <Files uuid={invoice.uuid} reference={order.reference} linkKey={linkKey} />}
    </section>
  );
}

/** Until when it can be requested. After that, whom to ask. */
function ToRequest({ order }: { order: Order }) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { invoiceDeadline: deadline } = order;
  if (deadline?.isOver) {
    return (
      <p className="text-soft">
        El plazo para facturar este pedido en línea terminó el {formatDay(deadline.lastDay)}. Si necesitas tu factura,{" "}
        <AskStaff shop={shop} />.
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
      <ToInvoicing order={order} label="Facturar este pedido" />
    </>
  );
}

/** The phone is passed in the history state of this tab, never in an address. */
function ToInvoicing({ order, label }: { order: Order; label: string }) {
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

const TEXTS = {
  preparing: "Preparando tu factura…",
  ready: "Tu factura está lista.",
  error: "No pudimos darte tu factura",
};

function Files({ uuid, reference, linkKey }: { uuid: string; reference: string; linkKey: string | null }) {
  const query = linkKey === null ? "" : `?${new URLSearchParams({ key: linkKey })}`;
  const addressOf = (format: string): string =>
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
            address={addressOf(format)}
            hasKey={linkKey !== null}
            type={`application/${format}`}
            name={`factura-${reference}-${uuid}.${format}`}
            texts={{ ...TEXTS, label: `Descargar factura (${format.toUpperCase()})` }}
          />
        ))}
      </div>
    </>
  );
}
