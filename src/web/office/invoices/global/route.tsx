import { Form, Link, redirect } from "react-router";
import { formatDay } from "../../../../domain/format-day.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { isRefusal, refuse } from "../../../../domain/refusal.ts";
import { localTime } from "../../../../server/cfdi/local-time.ts";
import { invoicePeriod, listSales } from "../../../../server/invoicing/invoice-period.ts";
import { findIssuer } from "../../../../server/invoicing/issuers.ts";
import { findInvoices } from "../../../../server/invoicing/find-invoices.ts";
import { appContext } from "../../../context.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm } from "../../guard.ts";
import { failureOf } from "../invoice/refused-reason.ts";
import { allowedInvoicingShops } from "../allowed-shops.server.ts";
import { ShopChoice } from "../shop-choice.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { Table, type Column } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { EVERY_LABEL, readPeriod } from "./read-period.ts";
import type { Route } from "./+types/route";

const SHOWN = 100;
const DEFAULT_TIME_ZONE = "America/Mexico_City";

const localDay = (timeZone: string | undefined) => localTime(new Date(), timeZone ?? DEFAULT_TIME_ZONE).slice(0, 10);

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const { shops, shop } = await allowedInvoicingShops(context, request, query.text("tienda"));
  const issuer = await findIssuer(app.genericPlans, shop.id);
  const requested = { every: query.text("cada"), from: query.text("del"), to: query.text("al") };
  const period = readPeriod(requested, localDay(issuer?.timeZone));
  const sales = issuer && period ? await listSales(app.db, issuer, period) : [];
  const before = await findInvoices(app.db, { shops: [shop.id], words: "", kind: "global" }, 6);
  return {
    shops: shops.map(({ id, name }) => ({ id, name })),
    shopId: shop.id,
    hasIssuer: issuer !== undefined,
    period,
    requested,
    isOver: period !== null && localDay(issuer?.timeZone) > period.to,
    count: sales.length,
    totalCents: sales.reduce((sum, { keptCents }) => sum + keptCents, 0),
    sales: sales.slice(0, SHOWN).map(({ id, reference, keptCents }) => ({ id, reference, keptCents })),
    before: before.map(({ id, folio, period: of, totalCents }) => ({ id, folio, period: of, totalCents })),
  };
}

/** Makes the global invoice of the period that was shown. Its total is compared with the total that was shown. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext);
  const form = await readForm(request);
  const { staff, shop } = await allowedInvoicingShops(context, request, form.text("shop"));
  const issuer = await findIssuer(app.genericPlans, shop.id);
  const today = localDay(issuer?.timeZone);
  const period = readPeriod({ every: form.text("every"), from: form.text("from"), to: form.text("to") }, today);
  const seenCents = Number(form.text("seen", 15));
  const made =
    period === null || !Number.isSafeInteger(seenCents)
      ? refuse("period_wrong")
      : await invoicePeriod(app, shop.id, period, { by: actorOf(context, staff), today, seenCents });
  if (!isRefusal(made)) return redirect(`${officePaths.invoice(made.id)}?hecho=retry`);
  const [newest] = await findInvoices(app.db, { shops: [shop.id], words: "", kind: "global" }, 1);
  const isPending = made.refused === "invoice_pending" && newest?.state === "stamping";
  return isPending ? redirect(officePaths.invoice(newest.id)) : failureOf(made);
}

export function meta() {
  return [{ title: "Factura global · Panel" }];
}

type Sale = Awaited<ReturnType<typeof loader>>["sales"][number];

const COLUMNS: Column<Sale>[] = [
  { head: "Pedido", isTitle: true, cell: ({ id, reference }) => <Link to={officePaths.order(id)}>#{reference}</Link> },
  { head: "Cobrado", isFigure: true, cell: ({ keptCents }) => formatMoney(keptCents) },
];

export default function GlobalInvoice({ loaderData, actionData }: Route.ComponentProps) {
  const { shops, shopId, hasIssuer, period, requested, isOver, count, totalCents, sales, before } = loaderData;
  return (
    <>
      <PageHead
        title="Factura global"
        back={{ to: officePaths.invoices, label: "Facturación" }}
        lead="Una sola factura, al público en general, de lo cobrado en un periodo y que nadie pidió facturar."
      />
      <ShopChoice shops={shops} shopId={shopId} />
      {!hasIssuer && (
        <Notice tone="warn" title="Esta tienda aún no dice quién factura">
          <ButtonLink to={`${officePaths.issuer}?tienda=${shopId}`} variant="secondary" className="mt-2">
            Decir quién factura
          </ButtonLink>
        </Notice>
      )}
      <Section title="Periodo">
        <Form key={`${shopId} ${period?.from} ${period?.to}`} className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="tienda" value={shopId} />
          <SelectField name="cada" label="Cada" defaultValue={period?.every ?? "month"}>
            {Object.entries(EVERY_LABEL).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField name="del" type="date" label="Primer día" defaultValue={period?.from ?? requested.from} />
          <TextField name="al" type="date" label="Último día" defaultValue={period?.to ?? requested.to} />
          <Button type="submit" variant="secondary">
            Ver las ventas
          </Button>
        </Form>
        {!period && (
          <Notice tone="bad" alert title="Elige el primer y el último día, en ese orden y a lo más dos meses." />
        )}
      </Section>
      {period && hasIssuer && (
        <Section title={`Del ${formatDay(period.from)} al ${formatDay(period.to)}`}>
          {actionData?.failure && <Notice tone="bad" alert title={actionData.failure} />}
          {count === 0 ? (
            <p className="text-soft">
              No hay ventas cobradas en esos días que estén sin facturar: o no hubo, o ya están en otra factura.
            </p>
          ) : (
            <>
              <p className="text-lg font-bold">
                {count === 1 ? "1 pedido" : `${count} pedidos`} por {formatMoney(totalCents)}
              </p>
              {isOver ? (
                <PostForm submit="Hacer la factura global">
                  <input type="hidden" name="shop" value={shopId} />
                  <input type="hidden" name="every" value={period.every} />
                  <input type="hidden" name="from" value={period.from} />
                  <input type="hidden" name="to" value={period.to} />
                  <input type="hidden" name="seen" value={totalCents} />
                </PostForm>
              ) : (
                <Notice tone="warn" title="El periodo todavía no termina: se factura al día siguiente." />
              )}
              <Table caption="Pedidos del periodo" columns={COLUMNS} rows={sales} keyOf={({ id }) => id} />
              {count > sales.length && <p className="text-sm text-soft">Y {count - sales.length} más.</p>}
            </>
          )}
        </Section>
      )}
      {before.length > 0 && (
        <Section title="Las últimas">
          <ul className="divide-y divide-line text-sm">
            {before.map(({ id, folio, period: of, totalCents: total }) => (
              <li key={id} className="flex flex-wrap gap-x-4 py-2">
                <Link to={officePaths.invoice(id)} className="font-semibold underline underline-offset-4">
                  Factura global {folio}
                </Link>
                <span>{of}</span>
                <span className="tabular">{formatMoney(total)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
