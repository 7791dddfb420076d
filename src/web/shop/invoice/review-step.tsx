import { useState, type Ref } from "react";
import type { Problem } from "../../../contract/problem.ts";
import type { PublicShop } from "../../../contract/shop.ts";
import { findCfdiUse } from "../../../domain/cfdi-uses.ts";
import { findCountry } from "../../../domain/countries.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { findTaxRegime } from "../../../domain/tax-regimes.ts";
import { call } from "../../client.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ContactStaff } from "./contact-staff.tsx";
import type { IssuedInvoice, ReceiverDraft } from "./draft.ts";
import type { FoundOrder } from "./use-invoice-steps.ts";

/** The PAC may take 30 s to answer, and a concurrent request waits for the first one. */
const TIMEOUT_MS = 60_000;

/** The last step before the files: a review of all data, and the button that requests the invoice. */
export default function ReviewStep({
  headingRef,
  shop,
  order,
  phone,
  receiver,
  onBack,
  onIssued,
}: {
  headingRef: Ref<HTMLHeadingElement>;
  shop: PublicShop;
  order: FoundOrder;
  phone: string;
  receiver: ReceiverDraft;
  /** Called with the problem of a refused field, or with null. */
  onBack: (problem: Problem | null) => void;
  onIssued: (issued: IssuedInvoice) => void;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isPending = problem?.code === "INVOICE_PENDING";

  const requestInvoice = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    // While the invoice is pending, the server has the email address of the first request and sends the files to it.
    // A repeated request therefore has no address.
    const email = isPending ? "" : receiver.email;
    // No idempotency key: an order has at most one invoice anyway, and a stored refusal must not be replayed.
    const outcome = await call("requestInvoice", {
      body: { orderId: order.reference, phone, receiver: { ...receiver, email } },
      timeoutMs: TIMEOUT_MS,
    });
    setBusy(false);
    if (outcome.ok) {
      const sentTo = outcome.data.sentTo ?? (isPending ? receiver.email || null : null);
      return onIssued({ ...outcome.data, sentTo, reference: order.reference, total: order.total });
    }
    if (outcome.problem.errors?.some(({ path }) => path.startsWith("receiver."))) return onBack(outcome.problem);
    setProblem(outcome.problem);
  };

  return (
    <section aria-labelledby="revisar" className="space-y-6">
      <div className="space-y-2">
        <h2 ref={headingRef} id="revisar" tabIndex={-1} className="text-xl">
          Revisa tus datos
        </h2>
        <p className="text-soft">Una factura timbrada no se corrige: se cancela y se hace otra.</p>
      </div>
      <Summary order={order} receiver={receiver} />
      {problem && !busy && <RequestFailure problem={problem} shop={shop} email={receiver.email} />}
      <p role="status" className="text-soft empty:hidden">
        {busy && "Timbrando tu factura con el SAT. Puede tardar hasta 30 segundos; no cierres esta página."}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => void requestInvoice()} className="max-sm:w-full">
          {buttonLabelOf(busy, problem)}
        </Button>
        {!isPending && (
          <Button variant="secondary" disabled={busy} onClick={() => onBack(null)} className="max-sm:w-full">
            Corregir mis datos
          </Button>
        )}
      </div>
    </section>
  );
}

function buttonLabelOf(busy: boolean, problem: Problem | null): string {
  if (busy) return "Timbrando…";
  if (problem?.code === "INVOICE_PENDING") return "Ver si ya está";
  return problem ? "Intentar de nuevo" : "Generar factura";
}

function Summary({ order, receiver }: { order: FoundOrder; receiver: ReceiverDraft }) {
  const rows: [label: string, value: string][] = [
    ["RFC", receiver.rfc],
    ["Nombre o razón social", receiver.name],
    ...(receiver.country ? [residenceRow(receiver)] : []),
    ["Código postal fiscal", receiver.postalCode],
    ["Régimen fiscal", `${receiver.fiscalReg} ${findTaxRegime(receiver.fiscalReg)?.name ?? ""}`],
    ["Uso de la factura", `${receiver.usoCFDI} ${findCfdiUse(receiver.usoCFDI)?.name ?? ""}`],
    ["Forma de pago", `${order.paymentMethod.code} ${order.paymentMethod.name}`],
    ["Correo", receiver.email || "Sin correo: la descargas aquí"],
    ["Pedido", `#${order.reference} · ${formatMoney(toCents(order.total))}`],
  ];
  return (
    <dl className="divide-y divide-line border-y border-line py-1">
      {rows.map(([label, value]) => (
        <div key={label} className="grid gap-x-6 py-3 sm:grid-cols-[12rem_1fr]">
          <dt className="text-sm text-soft sm:pt-0.5">{label}</dt>
          <dd className="min-w-0 font-semibold break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function residenceRow({ country, taxId }: ReceiverDraft): [label: string, value: string] {
  const name = findCountry(country)?.name ?? country;
  return ["País de residencia", taxId ? `${name} · ${taxId}` : name];
}

/** The codes of refusals for which the page also says how to contact staff. */
const CONTACT_STAFF_CODES = new Set([
  "INVOICED_ALREADY",
  "IN_GLOBAL_INVOICE",
  "INVOICE_TOO_LATE",
  "INVOICE_REFUSED",
  "INVOICING_PAUSED",
]);

function RequestFailure({ problem, shop, email }: { problem: Problem; shop: PublicShop; email: string }) {
  if (problem.code === "INVOICE_PENDING") {
    return (
      <Notice tone="warning" icon="clock" alert title="Tu factura va en camino">
        <p>
          El SAT está tardando más de lo normal. No se pierde ni se hace dos veces: seguimos preguntando hasta que esté
          {email ? ` y te la mandamos a ${email}.` : "."}
        </p>
        {!email && <p>Puedes volver más tarde con los mismos datos para descargarla.</p>}
      </Notice>
    );
  }
  if (problem.code === "NO_ANSWER") {
    return (
      <Notice tone="error" alert title={problem.detail}>
        Intenta de nuevo con confianza: tu pedido no se factura dos veces.
      </Notice>
    );
  }
  const showsContactStaff = CONTACT_STAFF_CODES.has(problem.code);
  return (
    <Notice tone="error" alert title={problem.detailMessage ? problem.message : problem.detail}>
      {problem.detailMessage && <p>{problem.detailMessage}</p>}
      {showsContactStaff && (
        <p>
          <ContactStaff shop={shop} text="Escríbele a un asesor" />
        </p>
      )}
    </Notice>
  );
}
