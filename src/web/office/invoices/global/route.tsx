import { data, Form, Link, redirect } from "react-router";
import { daysOf } from "../../../../domain/global-period.ts";
import { formatPeriod, formatStoredPeriod } from "../../../../domain/format-period.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { isRefusal, refuse } from "../../../../domain/refusal.ts";
import { formatLocalTime } from "../../../../server/cfdi/local-time.ts";
import { issueGlobalInvoice, listUndeclaredSales } from "../../../../server/invoicing/issue-global-invoice.ts";
import { findIssuer } from "../../../../server/invoicing/issuers.ts";
import { creditGlobal } from "../../../../server/invoicing/credit-global.ts";
import { listGlobalMismatches, type GlobalMismatch } from "../../../../server/invoicing/global-mismatches.ts";
import { findInvoice, type Invoice } from "../../../../server/invoicing/queries.ts";
import { replaceGlobal } from "../../../../server/invoicing/replace-global.ts";
import type { App } from "../../../../server/app.ts";
import { searchInvoices } from "../../../../server/invoicing/search-invoices.ts";
import { appContext } from "../../../context.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm } from "../../guard.ts";
import { sentenceOf } from "../../sentences.ts";
import { isId } from "../../../../server/db/new-id.ts";
import { failureOf } from "../invoice/refusal-reason.ts";
import { requireInvoicingShops } from "../require-invoicing-shops.server.ts";
import { ShopChoice } from "../shop-choice.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { Table, type Column } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { PERIOD_LENGTH_LABEL, readPeriod } from "./read-period.ts";
import type { Route } from "./+types/route";

const MAX_SHOWN_SALES = 100;
const DEFAULT_TIME_ZONE = "America/Mexico_City";

const todayIn = (timeZone: string | undefined) =>
  formatLocalTime(new Date(), timeZone ?? DEFAULT_TIME_ZONE).slice(0, 10);

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const { shops, shop } = await requireInvoicingShops(context, request, query.text("tienda"));
  const issuer = await findIssuer(app.genericPlanDb, shop.id);
  const requestedPeriod = { periodLength: query.text("cada"), day: query.text("dia") };
  const today = todayIn(issuer?.timeZone);
  const chosenPeriod = readPeriod(requestedPeriod, today);
  const period = chosenPeriod && { ...chosenPeriod, ...daysOf(chosenPeriod) };
  const sales = issuer && period ? await listUndeclaredSales(app.db, issuer, period) : [];
  const mismatches = await listGlobalMismatches(app.db, { shopId: shop.id });
  const latestGlobals = await searchInvoices(app.db, { shops: [shop.id], term: "", kind: "global" }, 6);
  return {
    shops: shops.map(({ id, name }) => ({ id, name })),
    shopId: shop.id,
    hasIssuer: issuer !== undefined,
    period,
    requestedPeriod,
    isOver: period !== null && today > period.to,
    saleCount: sales.length,
    totalCents: sales.reduce((sum, { keptCents }) => sum + keptCents, 0),
    sales: sales.slice(0, MAX_SHOWN_SALES).map(({ id, reference, keptCents }) => ({ id, reference, keptCents })),
    preferredCorrection: issuer?.globalCorrection ?? "creditNote",
    mismatches: groupMismatches(mismatches, await findGlobals(app, mismatches)),
    latestGlobals: latestGlobals.map(({ id, folio, period: storedPeriod, totalCents }) => ({
      id,
      folio,
      period: storedPeriod,
      totalCents,
    })),
  };
}

/**
 * Issues the global invoice of the shown period, if its total is still the shown total. The intents `credit` and
 * `reissue` correct a global invoice instead.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext);
  const form = await readForm(request);
  const { staff, shop } = await requireInvoicingShops(context, request, form.text("shop"));
  const intent = form.text("intent");
  if (intent === "credit" || intent === "reissue") {
    const globalId = form.text("global");
    const global = isId(globalId) ? await findInvoice(app.genericPlanDb, globalId) : undefined;
    if (global?.shopId !== shop.id) throw data(null, { status: 404 });
    const by = actorOf(context, staff);
    const correctionOutcome = await (intent === "credit"
      ? creditGlobal(app, global.id, by)
      : replaceGlobal(app, global.id, by));
    const isDone = !isRefusal(correctionOutcome) || correctionOutcome.refused === "invoice_pending";
    return isDone ? redirect(officePaths.invoice(global.id)) : { ...failureOf(correctionOutcome), isCorrection: true };
  }
  const issuer = await findIssuer(app.genericPlanDb, shop.id);
  const today = todayIn(issuer?.timeZone);
  const period = readPeriod({ periodLength: form.text("periodLength"), day: form.text("day") }, today);
  const seenCents = Number(form.text("seen", 15));
  const issueOutcome =
    period === null || !Number.isSafeInteger(seenCents)
      ? refuse("period_wrong")
      : await issueGlobalInvoice(app, shop.id, period, { by: actorOf(context, staff), today, seenCents });
  if (!isRefusal(issueOutcome)) return redirect(`${officePaths.invoice(issueOutcome.id)}?hecho=made`);
  return issueOutcome.refused === "invoice_pending"
    ? redirect(officePaths.invoice(issueOutcome.invoiceId))
    : { ...failureOf(issueOutcome), isCorrection: false };
}

function findGlobals(app: App, mismatches: readonly GlobalMismatch[]) {
  const ids = new Set(mismatches.map(({ globalId }) => globalId));
  return Promise.all([...ids].map(async (id) => (await findInvoice(app.genericPlanDb, id))!));
}

/** For each global invoice: its declared amount minus the kept amount, and the orders with a difference. */
function groupMismatches(mismatches: readonly GlobalMismatch[], globals: readonly Invoice[]) {
  return globals.map(({ id, series, folio, period }) => {
    const orders = mismatches
      .filter(({ globalId }) => globalId === id)
      .map((mismatch) => ({ ...mismatch, differenceCents: mismatch.declaredCents - mismatch.keptCents }));
    return {
      id,
      folio: `${series ?? ""}${folio}`,
      period,
      differenceCents: orders.reduce((sum, { differenceCents }) => sum + differenceCents, 0),
      orders,
    };
  });
}

export function meta() {
  return [{ title: "Factura global · Panel" }];
}

type Sale = Awaited<ReturnType<typeof loader>>["sales"][number];

const COLUMNS: Column<Sale>[] = [
  { head: "Pedido", isTitle: true, cell: ({ id, reference }) => <Link to={officePaths.order(id)}>#{reference}</Link> },
  { head: "Cobrado", isNumeric: true, cell: ({ keptCents }) => formatMoney(keptCents) },
];

export default function GlobalInvoice({ loaderData, actionData }: Route.ComponentProps) {
  const { shops, shopId, hasIssuer, period, isOver, saleCount, totalCents, sales, latestGlobals } = loaderData;
  return (
    <>
      <PageHead
        title="Factura global"
        back={{ to: officePaths.invoices, label: "Facturación" }}
        lead="Una sola factura, al público en general, de lo cobrado en un periodo y que nadie pidió facturar."
      />
      <ShopChoice shops={shops} shopId={shopId} />
      {!hasIssuer && (
        <Notice tone="warning" title="Esta tienda aún no dice quién factura">
          <ButtonLink to={`${officePaths.issuer}?tienda=${shopId}`} variant="secondary" className="mt-2">
            Decir quién factura
          </ButtonLink>
        </Notice>
      )}
      <Section title="Periodo">
        <p className="text-sm text-soft">La semana va de lunes a domingo, dentro de su mes.</p>
        <PeriodForm loaderData={loaderData} />
        {!period && <Notice tone="error" alert title={sentenceOf({ refused: "period_wrong" })} />}
      </Section>
      {period && hasIssuer && (
        <Section title={periodTitle(period)}>
          {actionData && !actionData.isCorrection && <Notice tone="error" alert title={actionData.failure} />}
          {saleCount === 0 ? (
            <p className="text-soft">
              No hay ventas cobradas en esos días que estén sin facturar: o no hubo, o ya están en otra factura.
            </p>
          ) : (
            <>
              <p className="text-lg font-bold">
                {saleCount === 1 ? "1 pedido" : `${saleCount} pedidos`} por {formatMoney(totalCents)}
              </p>
              {isOver ? (
                <PostForm submitLabel="Hacer la factura global">
                  <input type="hidden" name="shop" value={shopId} />
                  <input type="hidden" name="periodLength" value={period.periodLength} />
                  <input type="hidden" name="day" value={period.day} />
                  <input type="hidden" name="seen" value={totalCents} />
                </PostForm>
              ) : (
                <Notice tone="warning" title={sentenceOf({ refused: "period_not_over" })} />
              )}
              <Table caption="Pedidos del periodo" columns={COLUMNS} rows={sales} keyOf={({ id }) => id} />
              {saleCount > sales.length && <p className="text-sm text-soft">Y {saleCount - sales.length} más.</p>}
            </>
          )}
        </Section>
      )}
      <Corrections loaderData={loaderData} failure={actionData?.isCorrection ? actionData.failure : undefined} />
      {latestGlobals.length > 0 && <LatestGlobals invoices={latestGlobals} />}
    </>
  );
}

function periodTitle({ from, to }: { from: string; to: string }): string {
  return from === to ? formatPeriod({ from, to }) : `Del ${formatPeriod({ from, to })}`;
}

type LoaderData = Route.ComponentProps["loaderData"];

function PeriodForm({ loaderData: { shopId, period, requestedPeriod } }: { loaderData: LoaderData }) {
  return (
    <Form key={`${shopId} ${period?.from} ${period?.to}`} className="flex flex-wrap items-start gap-3">
      <input type="hidden" name="tienda" value={shopId} />
      <SelectField name="cada" label="Cada" defaultValue={period?.periodLength ?? "month"}>
        {Object.entries(PERIOD_LENGTH_LABEL).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField name="dia" type="date" label="Un día del periodo" defaultValue={period?.day ?? requestedPeriod.day} />
      <Button type="submit" variant="secondary" className="sm:mt-6.5">
        Ver las ventas
      </Button>
    </Form>
  );
}

/** The global invoices whose declared amount is not what the shop keeps of their orders, with both corrections. */
function Corrections({
  loaderData: { mismatches, shopId, preferredCorrection },
  failure,
}: {
  loaderData: LoaderData;
  failure?: string;
}) {
  if (mismatches.length === 0) return failure ? <Notice tone="error" alert title={failure} /> : null;
  const corrections = {
    creditNote: ["credit", "Hacer notas de crédito"],
    reissue: ["reissue", "Cancelar y volver a hacer"],
  } as const;
  const [firstCorrection, secondCorrection] =
    preferredCorrection === "creditNote"
      ? [corrections.creditNote, corrections.reissue]
      : [corrections.reissue, corrections.creditNote];
  return (
    <Section title="Globales que ya no coinciden con sus pedidos">
      {failure && <Notice tone="error" alert title={failure} />}
      <p className="text-sm text-soft">
        Hubo devoluciones, cancelaciones o contracargos después de hacerlas. Tu contador elige cómo se corrigen en
        «Emisor y sello»; aquí puedes usar cualquiera de las dos.
      </p>
      <ul className="divide-y divide-line">
        {mismatches.map(({ id, folio, period, differenceCents, orders }) => (
          <li key={id} className="space-y-3 py-3">
            <p className="flex flex-wrap gap-x-4 text-sm">
              <Link to={officePaths.invoice(id)} className="font-semibold underline underline-offset-4">
                Factura global {folio}
              </Link>
              <span>{period && formatStoredPeriod(period)}</span>
              <span className="font-semibold tabular">
                {differenceCents >= 0
                  ? `${formatMoney(differenceCents)} de más`
                  : `${formatMoney(-differenceCents)} de menos`}
              </span>
            </p>
            <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
              {orders.map((order) => (
                <li key={order.orderId}>
                  <Link to={officePaths.order(order.orderId)} className="underline underline-offset-4">
                    #{order.reference}
                  </Link>{" "}
                  <span className="tabular">{formatMoney(order.differenceCents)}</span>
                </li>
              ))}
            </ul>
            <div className="flex flex-wrap gap-3">
              {[firstCorrection, secondCorrection].map(([intent, label], index) => (
                <PostForm key={intent} submitLabel={label} variant={index === 0 ? "primary" : "secondary"}>
                  <input type="hidden" name="shop" value={shopId} />
                  <input type="hidden" name="intent" value={intent} />
                  <input type="hidden" name="global" value={id} />
                </PostForm>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function LatestGlobals({ invoices }: { invoices: LoaderData["latestGlobals"] }) {
  return (
    <Section title="Las últimas">
      <ul className="divide-y divide-line text-sm">
        {invoices.map(({ id, folio, period: storedPeriod, totalCents: invoiceTotalCents }) => (
          <li key={id} className="flex flex-wrap gap-x-4 py-2">
            <Link to={officePaths.invoice(id)} className="font-semibold underline underline-offset-4">
              Factura global {folio}
            </Link>
            <span>{storedPeriod && formatStoredPeriod(storedPeriod)}</span>
            <span className="tabular">{formatMoney(invoiceTotalCents)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
