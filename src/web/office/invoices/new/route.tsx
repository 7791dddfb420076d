import { data, Form, Link, redirect } from "react-router";
import { formatMoney } from "../../../../domain/money.ts";
import { hasEndedUnshipped, orderStatusLabel } from "../../../../domain/order-status.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import type { InvoicingMode } from "../../../../domain/invoicing-mode.ts";
import { isAllowed } from "../../../../domain/staff-permissions.ts";
import type { App } from "../../../../server/app.ts";
import { findLiveDeposit } from "../../../../server/invoicing/find-live-deposit.ts";
import { findInvoicingMode } from "../../../../server/invoicing/invoice-early.ts";
import { findIssuer } from "../../../../server/invoicing/issuers.ts";
import { findLastReceiver, findOrderForStaff } from "../../../../server/invoicing/order-for-staff.ts";
import { findLiveInvoice } from "../../../../server/invoicing/queries.ts";
import type { Staff } from "../../../../server/staff/staff-sessions.ts";
import { appContext } from "../../../context.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { issueInvoiceFromForm } from "../invoice/actions.server.ts";
import { NO_RECEIVER, readReceiver, ReceiverFields } from "../invoice/receiver-fields.tsx";
import { failureOf } from "../invoice/refusal-reason.ts";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "invoices.manage");
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const orderId = query.text("pedido");
  const number = query.text("numero").replace(/^#/, "");
  const order = await findAllowedOrder(app, staff, orderId, number);
  if (!order) {
    if (orderId) throw data(null, { status: 404 });
    return { order: null, number };
  }
  const existingInvoice =
    (await findLiveInvoice(app.genericPlanDb, order.id)) ?? (await findLiveDeposit(app.genericPlanDb, order.id));
  const issuer = await findIssuer(app.genericPlanDb, order.shop_id);
  return {
    order: {
      id: order.id,
      reference: String(order.reference),
      status: order.status,
      chargesDifference: order.exchange !== null,
      customerName: `${order.customer_name} ${order.customer_last_name}`,
      totalCents: order.grand_total_cents,
    },
    number,
    // A shipped order with a deposit still needs the invoice of the whole sale.
    existingInvoiceId:
      existingInvoice && (existingInvoice.kind === "invoice" || order.status !== "SHIPPED") ? existingInvoice.id : null,
    mode: issuer && !hasEndedUnshipped(order.status) ? await findInvoicingMode(app.genericPlanDb, issuer, order) : null,
    receiver: (await findLastReceiver(app.genericPlanDb, order.customer_id)) ?? {
      ...NO_RECEIVER,
      email: order.customer_email ?? "",
    },
  };
}

/** Finds an order by its id or number, in a shop whose invoices the member manages. */
async function findAllowedOrder(app: App, { grants }: Staff, id: string, number: string) {
  const order = await findOrderForStaff(app.genericPlanDb, { id, number });
  return order && isAllowed(grants, "invoices.manage", { shopId: order.shop_id }) ? order : undefined;
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "invoices.manage");
  const app = context.get(appContext);
  const form = await readForm(request);
  const order = await findAllowedOrder(app, staff, form.text("order"), "");
  if (!order) throw data(null, { status: 404 });
  const sale = { orderId: order.id, shopId: order.shop_id };
  const outcome = await issueInvoiceFromForm(app, sale, form, actorOf(context, staff));
  if (isRefusal(outcome)) return { ...failureOf(outcome), typedReceiver: readReceiver(form) };
  return redirect(`${officePaths.invoice(outcome.id)}?hecho=made`);
}

export function meta() {
  return [{ title: "Facturar un pedido · Panel" }];
}

/** How an order that is not paid or not delivered is invoiced. */
const MODE_TEXT: Record<InvoicingMode, { title: string; text: string; submit: string }> = {
  later: {
    title: "Falta dinero: se factura a pagar después (PPD)",
    text: "La factura es por todo el pedido, con forma de pago 99. Por cada pago que ya llegó o que llegue, la tienda hace sola su complemento y se lo manda.",
    submit: "Hacer factura PPD",
  },
  atOnce: {
    title: "Está pagado y aún no se envía: se factura toda la venta",
    text: "Si después se devuelve dinero, se hace una nota de crédito. Para facturar solo el anticipo, cámbialo en «Emisor y sello».",
    submit: "Hacer factura",
  },
  deposit: {
    title: "Está pagado y aún no se envía: se factura el anticipo",
    text: "Al enviarlo, la tienda hace sola la factura de toda la venta y descuenta el anticipo. Para facturar todo de una vez, cámbialo en «Emisor y sello».",
    submit: "Hacer factura de anticipo",
  },
};

export default function NewInvoice({ loaderData, actionData }: Route.ComponentProps) {
  const { order, number } = loaderData;
  const mode = loaderData.mode ?? null;
  return (
    <>
      <PageHead title="Facturar un pedido" back={{ to: officePaths.invoices, label: "Facturación" }} />
      {!order ? (
        <Section title="¿Qué pedido?">
          {number && <Notice tone="error" alert title="No hay un pedido con ese número en tus tiendas." />}
          <Form className="flex flex-wrap items-end gap-3">
            <TextField
              name="numero"
              label="Número de pedido"
              inputMode="numeric"
              defaultValue={number}
              maxLength={16}
            />
            <Button type="submit" variant="secondary">
              Buscar
            </Button>
          </Form>
        </Section>
      ) : (
        <>
          <Section title={`Pedido #${order.reference}`}>
            <Facts
              facts={{
                Cliente: order.customerName,
                Estado: orderStatusLabel(order.status, order.chargesDifference),
                Total: formatMoney(order.totalCents),
                Pedido: (
                  <Link to={officePaths.order(order.id)} className="font-semibold underline underline-offset-4">
                    Ver el pedido
                  </Link>
                ),
              }}
            />
          </Section>
          {loaderData.existingInvoiceId ? (
            <Notice tone="info" title="Este pedido ya tiene su factura">
              <ButtonLink to={officePaths.invoice(loaderData.existingInvoiceId)} variant="secondary" className="mt-2">
                Ver la factura
              </ButtonLink>
            </Notice>
          ) : hasEndedUnshipped(order.status) ? (
            <Notice tone="warning" title="Ese pedido no se factura">
              {order.status === "JOINED" ? "Se unió a otro: factura el otro." : "Se canceló."}
            </Notice>
          ) : (
            <Section title="A quién se factura">
              {mode && (
                <Notice tone="info" title={MODE_TEXT[mode].title}>
                  {MODE_TEXT[mode].text}
                </Notice>
              )}
              <PostForm failure={actionData?.failure} submitLabel={mode ? MODE_TEXT[mode].submit : "Hacer factura"}>
                <input type="hidden" name="order" value={order.id} />
                {mode && <input type="hidden" name="plan" value={mode} />}
                <ReceiverFields
                  initialValues={actionData?.typedReceiver ?? loaderData.receiver}
                  errors={actionData?.errors}
                />
              </PostForm>
            </Section>
          )}
        </>
      )}
    </>
  );
}
