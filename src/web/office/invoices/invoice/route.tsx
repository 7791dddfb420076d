import { data, Link, redirect } from "react-router";
import { findCountry } from "../../../../domain/countries.ts";
import { formatDateTime } from "../../../../domain/dates.ts";
import { formatStoredPeriod } from "../../../../domain/format-period.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { appContext } from "../../../context.ts";
import { buttonClasses } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import {
  CancelAction,
  CreditAction,
  CreditedInvoiceNotice,
  MailAction,
  ReplaceAction,
  type FailedAction,
} from "./actions.tsx";
import { requireInvoiceAccess } from "./require-invoice-access.server.ts";
import { loadInvoicePage } from "./load-page.server.ts";
import { runInvoiceAction } from "./actions.server.ts";
import { DeclaredPaymentFacts, InvoicePayments, MissingPac } from "./payments.tsx";
import { readReceiver, type ReceiverFormValues } from "./receiver-fields.tsx";
import { AcceptanceDeadline, Cancellations, UnfinishedReplacement, UnsentCancellation } from "./cancellations.tsx";
import { Disputes } from "./disputes.tsx";
import { RefusedDocument } from "./refused-document.tsx";
import { failureOf } from "./refusal-reason.ts";
import { RelatedDocuments } from "./related-documents.tsx";
import { KIND_LABEL, STATE_BADGE } from "./labels.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { invoice } = await requireInvoiceAccess(context, request, params.invoiceId);
  const doneIntent = new URL(request.url).searchParams.get("hecho");
  return { ...(await loadInvoicePage(context.get(appContext), invoice)), doneIntent };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { staff, invoice } = await requireInvoiceAccess(context, request, params.invoiceId);
  const form = await readForm(request);
  const outcome = await runInvoiceAction(context.get(appContext), invoice, form, actorOf(context, staff));
  if (outcome === undefined) throw data(null, { status: 400 });
  const intent = form.text("intent");
  if (isRefusal(outcome)) {
    const failedAction: FailedAction = {
      intent,
      ...failureOf(outcome),
      typedReceiver: readReceiver(form),
      typedPieces: form.all("pieces"),
    };
    return failedAction;
  }
  const id = outcome === "queued" ? invoice.id : outcome.id;
  return redirect(`${officePaths.invoice(id)}?hecho=${intent}`);
}

export function meta({ loaderData }: Route.MetaArgs) {
  const invoice = loaderData?.invoice;
  return [
    { title: `${invoice ? `${KIND_LABEL[invoice.kind]} ${invoice.series ?? ""}${invoice.folio}` : "Factura"} · Panel` },
  ];
}

const DONE_SENTENCE: Record<string, string> = {
  made: "La factura quedó hecha.",
  retry: "La factura quedó hecha.",
  replace: "Esta es la nueva factura; la anterior se está cancelando.",
  credit: "La nota de crédito quedó hecha.",
  mail: "La mandamos por correo.",
  requestStamp: "El PAC contestó.",
  cancelAgain: "Volvimos a pedir la cancelación.",
  instalment: "Registramos el pago. Su complemento se hace solo en un momento.",
  applyDeposit: "El anticipo quedó aplicado.",
  keep: "Pedimos cancelar la nueva. Cuando el SAT la cancele, esta vuelve a ser la del pedido.",
};

/** The sentence after an action. A requested cancellation is done at once, or waits for the receiver or SAT. */
function doneSentence(intent: string | null, state: string): string | undefined {
  if (intent !== "cancel") return intent === null ? undefined : DONE_SENTENCE[intent];
  return state === "cancelled"
    ? "Quedó cancelada ante el SAT, y le avisamos a quien la recibió."
    : "Pedimos la cancelación. La tienda pregunta sola hasta que el SAT conteste.";
}

export default function InvoicePage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    invoice,
    laterAttemptId,
    needsAcceptance,
    related: relatedInvoices,
    orders,
    credit,
    changes,
    seen,
    doneIntent,
  } = loaderData;
  const { disputes, cancellations, replacement, creditNotes, answerDeadline, payments, outstandingAmounts } =
    loaderData;
  const { id, kind, state, receiver, orderId } = invoice;
  const [stateLabel, tone] = STATE_BADGE[state];
  const doneText = doneSentence(doneIntent, state);
  const storedReceiver: ReceiverFormValues = { ...receiver, email: invoice.email ?? "" };
  return (
    <>
      <PageHead
        title={`${KIND_LABEL[kind]} ${invoice.series ?? ""}${invoice.folio}`}
        back={{ to: officePaths.invoices, label: "Facturación" }}
        lead={<Badge tone={tone}>{stateLabel}</Badge>}
      >
        {invoice.hasFiles &&
          (["xml", "pdf"] as const).map((format) => (
            <a key={format} href={officePaths.invoiceFile(id, format)} download className={buttonClasses("secondary")}>
              Descargar {format.toUpperCase()}
            </a>
          ))}
      </PageHead>
      <ChangeNotice kind="invoice" id={id} seen={seen} />
      {!actionData && doneText && state !== "stamping" && <Notice tone="success" icon="check" alert title={doneText} />}
      {invoice.cancelProblem && state === "stamped" && (
        <Notice tone="warning" title="El SAT no la canceló">
          {invoice.cancelProblem}
        </Notice>
      )}
      {invoice.cancelProblem && invoice.isCancelOpen && (
        <UnsentCancellation problem={invoice.cancelProblem} shopId={invoice.shopId} />
      )}
      {answerDeadline && <AcceptanceDeadline day={answerDeadline} />}
      {replacement && (
        <UnfinishedReplacement
          isCancelOpen={invoice.isCancelOpen}
          problem={invoice.cancelProblem}
          replacement={replacement}
          failedAction={actionData}
        />
      )}
      {loaderData.missingPac && <MissingPac name={loaderData.missingPac} />}
      {orderId && <Disputes rows={disputes} orderId={orderId} />}
      {state === "stamping" && (
        <Section title="El PAC no ha contestado">
          <p className="text-sm text-soft">
            Nadie sabe todavía si quedó timbrada. La tienda pregunta sola, con el mismo documento; no la hagas otra vez.
          </p>
          <PostForm failure={actionData?.failure} submitLabel="Preguntar ahora" variant="secondary">
            <input type="hidden" name="intent" value="requestStamp" />
          </PostForm>
        </Section>
      )}
      {state === "refused" && (
        <RefusedDocument
          page={loaderData}
          laterAttemptId={laterAttemptId}
          receiver={storedReceiver}
          failedAction={actionData}
        />
      )}
      <InvoiceFacts loaderData={loaderData} />
      {kind === "payment" && payments[0] && <DeclaredPaymentFacts row={payments[0]} />}
      {loaderData.isDepositApplicationDue && (
        <Section title="Falta descontar el anticipo">
          <p className="text-sm text-soft">
            La tienda lo hace sola en un momento. Si se rechazó o se canceló, hazlo aquí otra vez.
          </p>
          <PostForm
            failure={actionData?.intent === "applyDeposit" ? actionData.failure : undefined}
            submitLabel="Aplicar el anticipo"
            variant="secondary"
          >
            <input type="hidden" name="intent" value="applyDeposit" />
          </PostForm>
        </Section>
      )}
      {invoice.paymentPlan === "PPD" && (
        <InvoicePayments rows={payments} outstandingAmounts={outstandingAmounts} failedAction={actionData} />
      )}
      {state === "stamped" && (
        <Section title="Qué hacer con ella">
          <MailAction email={storedReceiver.email} failedAction={actionData} />
          {credit && <CreditAction credit={credit} failedAction={actionData} />}
          {creditNotes.length > 0 ? (
            <CreditedInvoiceNotice notes={creditNotes} failedAction={actionData} />
          ) : (
            !replacement && (
              <>
                {kind === "invoice" && <ReplaceAction receiver={storedReceiver} failedAction={actionData} />}
                <CancelAction kind={kind} needsAcceptance={needsAcceptance} failedAction={actionData} />
              </>
            )
          )}
        </Section>
      )}
      <Cancellations id={id} rows={cancellations} />
      <RelatedDocuments relatedInvoices={relatedInvoices} orders={orders} invoice={invoice} />
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}

function InvoiceFacts({ loaderData: { invoice, shopName } }: { loaderData: Route.ComponentProps["loaderData"] }) {
  const { receiver, orderId, reference } = invoice;
  return (
    <Section title="Datos">
      <Facts
        facts={{
          "Folio fiscal": invoice.uuid,
          Pedido: orderId && (
            <Link to={officePaths.order(orderId)} className="font-semibold underline underline-offset-4">
              #{reference}
            </Link>
          ),
          Periodo: invoice.period && formatStoredPeriod(invoice.period),
          Tienda: shopName,
          RFC: receiver.rfc,
          Nombre: receiver.name,
          "Código postal": receiver.postalCode,
          País: receiver.country ? (findCountry(receiver.country)?.name ?? receiver.country) : null,
          "Identificación fiscal": receiver.taxId,
          Régimen: invoice.regime,
          Uso: invoice.use,
          [invoice.paidCents === null ? "Total" : "Pago recibido"]: formatMoney(
            invoice.paidCents ?? invoice.totalCents,
          ),
          "Forma de pago": invoice.paymentForm,
          "Método de pago": invoice.paymentPlan === "PPD" ? "PPD: se paga después" : null,
          Correo: invoice.email,
          "Hecha por": `${invoice.actor.startsWith("cliente ") ? "el cliente" : invoice.actor}, ${formatDateTime(invoice.createdAt)}`,
          Timbrada: invoice.stampedAt && formatDateTime(invoice.stampedAt),
          Cancelada: invoice.cancelledAt && formatDateTime(invoice.cancelledAt),
        }}
      />
    </Section>
  );
}
