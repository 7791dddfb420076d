import { sql } from "kysely";
import { dayAfterPeriod, globalPeriod, periodBefore, type GlobalPeriod } from "../../domain/global-period.ts";
import { formatDay } from "../../domain/format-day.ts";
import { formatPeriod } from "../../domain/format-period.ts";
import { formatMoney, type Cents } from "../../domain/money.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import { sendEmail } from "../mail/send-email.ts";
import { isEmailRecorded } from "../mail/sent-mails.ts";
import type { Shop } from "../shops/shop.ts";
import { issueGlobalInvoice, listUndeclaredSales } from "./issue-global-invoice.ts";
import { findIssuer } from "./issuers.ts";

const SYSTEM_ACTOR = { memberId: null, name: "sistema", ip: null };

/** The global invoice of the last finished period, ready to be sent. */
export interface DueGlobal {
  shopId: string;
  period: GlobalPeriod;
  isSentAutomatically: boolean;
  /** The last day to send it. SAT allows 24 hours after the end of the period (RMF 2.7.1.21). */
  lastDay: string;
  isLate: boolean;
  orderCount: number;
  totalCents: Cents;
}

/**
 * For each shop that chose a period length: the global invoice of its last finished period, if it has sales
 * that no document declares yet.
 */
export async function listDueGlobals(app: App, now: Date): Promise<DueGlobal[]> {
  const { db } = app;
  const rows = await db
    .selectFrom("invoice_issuers")
    .select("shop_id")
    .where("global_invoice_frequency", "<>", "off")
    .execute();
  const dueGlobals: DueGlobal[] = [];
  for (const { shop_id: shopId } of rows) {
    const issuer = await findIssuer(db, shopId);
    if (!issuer || issuer.globalEvery === "off") continue;
    const today = formatLocalTime(now, issuer.timeZone).slice(0, 10);
    const period = globalPeriod(periodBefore({ periodLength: issuer.globalEvery, day: today }), issuer.taxRegime);
    if (isRefusal(period)) continue;
    const sales = await listUndeclaredSales(db, issuer, period);
    if (sales.length === 0) continue;
    const totalCents = sales.reduce((sum, { keptCents }) => sum + keptCents, 0);
    const lastDay = dayAfterPeriod(period);
    const isSentAutomatically = issuer.sendsGlobalAutomatically;
    dueGlobals.push({
      shopId,
      period,
      isSentAutomatically,
      lastDay,
      isLate: today > lastDay,
      orderCount: sales.length,
      totalCents,
    });
  }
  return dueGlobals;
}

/**
 * Job, every hour: sends the due global invoices of the shops that chose automatic sending. The other shops that chose
 * a period length, and shops whose invoice could not be sent, get one reminder by email for each period. No reminder is
 * sent while the PAC's answer is pending, because another job requests it, nor to a shop without an email address. The
 * invoice is made once: its sales are locked.
 */
export async function sendGlobalsOrReminders(app: App, now = new Date()): Promise<void> {
  for (const dueGlobal of await listDueGlobals(app, now)) {
    if (dueGlobal.isSentAutomatically && !(await wasRefused(app, dueGlobal)) && (await sendGlobal(app, dueGlobal)))
      continue;
    await sendReminder(app, dueGlobal, await wasRefused(app, dueGlobal));
  }
}

/** Whether the PAC refused this global invoice before. The job does not send it again: staff see why and correct it. */
async function wasRefused(app: App, { shopId, period }: DueGlobal): Promise<boolean> {
  const refusedInvoice = await app.db
    .selectFrom("invoices")
    .select("id")
    .where("shop_id", "=", shopId)
    .where("kind", "=", "global")
    .where("state", "=", "refused")
    .where(sql`period_from`, "=", sql`${period.from}::date`)
    .where("periodicity", "=", period.periodicity)
    .executeTakeFirst();
  return refusedInvoice !== undefined;
}

/**
 * Makes and sends the global invoice. True if no reminder is needed: it is stamped, the PAC's answer is pending, or
 * nothing is left to invoice.
 */
async function sendGlobal(app: App, { shopId, period }: DueGlobal): Promise<boolean> {
  const chosenPeriod = { periodLength: period.periodLength, day: period.from };
  const invoice = await issueGlobalInvoice(app, shopId, chosenPeriod, {
    by: SYSTEM_ACTOR,
    today: dayAfterPeriod(period),
  });
  if (!isRefusal(invoice)) return true;
  app.log.warn({ shopId, period: period.from, refused: invoice.refused }, "a global invoice was not sent");
  return invoice.refused === "invoice_pending" || invoice.refused === "nothing_to_invoice";
}

async function sendReminder(app: App, dueGlobal: DueGlobal, isRefused: boolean): Promise<void> {
  const shop = await app.shops.byId(dueGlobal.shopId);
  const to = shop?.settings.company.email;
  if (!shop || !to) return;
  const id = `global-${dueGlobal.shopId}-${dueGlobal.period.periodLength}-${dueGlobal.period.from}`;
  if (await isEmailRecorded(app.db, id)) return;
  const email = reminderEmail(shop, dueGlobal, { isRefused, origin: app.originOf(shop.hosts) });
  await sendEmail(app, shop, email, { to, id, job: "prepare_globals" });
}

function reminderEmail(
  shop: Shop,
  { period, lastDay, orderCount, totalCents }: DueGlobal,
  { isRefused, origin }: { isRefused: boolean; origin: string },
): EmailMessage {
  const pageParams = new URLSearchParams({ tienda: shop.id, cada: period.periodLength, dia: period.from });
  return {
    subject: isRefused
      ? `El PAC rechazó tu factura global del ${formatPeriod(period)}`
      : `Tu factura global del ${formatPeriod(period)} está lista para mandarse`,
    shop,
    heading: `${isRefused ? "Corrígela" : "Mándala"} a más tardar el ${formatDay(lastDay)}`,
    paragraphs: [
      `Del ${formatPeriod(period)} hay ${orderCount === 1 ? "1 pedido" : `${orderCount} pedidos`} sin facturar por ${formatMoney(totalCents)}.`,
      `El SAT da 24 horas desde que cierra el periodo. ${isRefused ? "En el panel ves por qué la rechazó, y la mandas otra vez." : "Revísala y mándala en el panel."}`,
    ],
    button: { label: "Revisar la factura global", url: `${origin}/panel/facturacion/global?${pageParams}` },
  };
}
