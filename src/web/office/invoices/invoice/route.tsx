import { data, Link, redirect } from "react-router";
import { formatDate } from "../../../../domain/dates.ts";
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
import { CancelAction, CreditAction, MailAction, ReplaceAction, type FailedAction } from "./actions.tsx";
import { requireInvoiceAccess } from "./require-invoice-access.server.ts";
import { loadInvoicePage } from "./load-page.server.ts";
import { runInvoiceAction } from "./actions.server.ts";
import { readReceiver, type TypedReceiver } from "./receiver-fields.tsx";
import { CorrectRefused } from "./correct.tsx";
import { failureOf } from "./refused-reason.ts";
import { Related } from "./related.tsx";
import { KIND_LABEL, MOTIVES, STATE_LABEL } from "./labels.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { invoice } = await requireInvoiceAccess(context, request, params.invoiceId);
  const done = new URL(request.url).searchParams.get("hecho");
  return { ...(await loadInvoicePage(context.get(appContext), invoice)), done };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { staff, invoice } = await requireInvoiceAccess(context, request, params.invoiceId);
  const form = await readForm(request);
  const outcome = await runInvoiceAction(context.get(appContext), invoice, form, actorOf(context, staff));
  if (outcome === undefined) throw data(null, { status: 400 });
  const intent = form.text("intent");
  if (isRefusal(outcome)) {
    const failed: FailedAction = {
      intent,
      ...failureOf(outcome),
      typed: readReceiver(form),
      amount: form.text("amount", 20),
    };
    return failed;
  }
  const id = outcome === "sent" ? invoice.id : outcome.id;
  return redirect(`${officePaths.invoice(id)}?hecho=${intent}`);
}

export function meta({ loaderData }: Route.MetaArgs) {
  const invoice = loaderData?.invoice;
  return [
    { title: `${invoice ? `${KIND_LABEL[invoice.kind]} ${invoice.series ?? ""}${invoice.folio}` : "Factura"} · Panel` },
  ];
}

const DONE_SENTENCE: Record<string, string> = {
  retry: "La factura quedó hecha.",
  replace: "Esta es la nueva factura; la anterior se está cancelando.",
  credit: "La nota de crédito quedó hecha.",
  mail: "La mandamos por correo.",
  ask: "El PAC contestó.",
};

/** A cancellation is immediate, or waits for the receiver or SAT. */
function doneSentence(intent: string | null, state: string): string | undefined {
  if (intent !== "cancel") return intent === null ? undefined : DONE_SENTENCE[intent];
  return state === "cancelled"
    ? "Quedó cancelada ante el SAT, y le avisamos a quien la recibió."
    : "Pedimos la cancelación. Falta que la acepte quien la recibió, hasta tres días hábiles; la tienda pregunta sola.";
}

export default function InvoicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { invoice, shop, newer, asksReceiver, related, orders, left, changes, seen, done } = loaderData;
  const { id, kind, state, receiver, orderId, reference } = invoice;
  const [stateLabel, tone] = STATE_LABEL[state];
  const doneText = doneSentence(done, state);
  const typed: TypedReceiver = { ...receiver, email: invoice.email ?? "" };
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
      {!actionData && doneText && state !== "stamping" && <Notice tone="good" icon="check" alert title={doneText} />}
      {invoice.cancelProblem && (
        <Notice tone="warn" title="El SAT no la canceló">
          {invoice.cancelProblem}
        </Notice>
      )}
      {state === "stamping" && (
        <Section title="El PAC no ha contestado">
          <p className="text-sm text-soft">
            Nadie sabe todavía si quedó timbrada. La tienda pregunta sola, con el mismo documento; no la hagas otra vez.
          </p>
          <PostForm failure={actionData?.failure} submit="Preguntar ahora" variant="secondary">
            <input type="hidden" name="intent" value="ask" />
          </PostForm>
        </Section>
      )}
      {state === "refused" && <CorrectRefused page={loaderData} newer={newer} typed={typed} failed={actionData} />}
      <Section title="Datos">
        <Facts
          facts={{
            "Folio fiscal": invoice.uuid,
            Pedido: orderId && (
              <Link to={officePaths.order(orderId)} className="font-semibold underline underline-offset-4">
                #{reference}
              </Link>
            ),
            Periodo: invoice.period,
            Tienda: shop,
            RFC: receiver.rfc,
            Nombre: receiver.name,
            "Código postal": receiver.postalCode,
            Régimen: invoice.regime,
            Uso: invoice.use,
            Total: formatMoney(invoice.totalCents),
            "Forma de pago": invoice.paymentForm,
            Correo: invoice.email,
            "Hecha por": `${invoice.actor}, ${formatDate(invoice.createdAt)}`,
            Timbrada: invoice.stampedAt && formatDate(invoice.stampedAt),
            "Motivo de cancelación":
              invoice.cancelMotive && `${invoice.cancelMotive} ${MOTIVES[invoice.cancelMotive][0]}`,
            "Cancelación pedida": invoice.cancelAskedAt && formatDate(invoice.cancelAskedAt),
            Cancelada: invoice.cancelledAt && formatDate(invoice.cancelledAt),
          }}
        />
      </Section>
      {state === "stamped" && (
        <Section title="Qué hacer con ella">
          <MailAction email={typed.email} failed={actionData} />
          {kind === "invoice" && <ReplaceAction receiver={typed} failed={actionData} />}
          {left && left.leftCents > 0 && <CreditAction left={left} failed={actionData} />}
          <CancelAction kind={kind} asksReceiver={asksReceiver} failed={actionData} />
        </Section>
      )}
      <Related related={related} orders={orders} of={invoice} />
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
