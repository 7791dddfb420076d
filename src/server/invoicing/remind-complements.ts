import { formatDay } from "../../domain/format-day.ts";
import { formatMoney } from "../../domain/money.ts";
import type { App } from "../app.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import { sendEmail } from "../mail/send-email.ts";
import { isEmailRecorded } from "../mail/sent-mails.ts";
import type { Shop } from "../shops/shop.ts";
import { findIssuer } from "./issuers.ts";
import { listPendingComplements, type PendingComplement } from "./payment-complements.ts";

/** The maximum number of payments that the email lists. The linked page lists up to 500. */
const MAX_LISTED_PAYMENTS = 20;

/**
 * Job, once a day: emails the shop's own mailbox when complements of earlier months are not made yet, once for each
 * month. The email is sent on the first of the month at the earliest. The last day is the fifth (rule INVOICE-18).
 */
export async function remindOfComplements(app: App, now = new Date()): Promise<void> {
  const getToday = (timeZone: string) => formatLocalTime(now, timeZone).slice(0, 10);
  for (const shop of await app.shops.all()) {
    const issuer = await findIssuer(app.db, shop.id);
    if (!issuer) continue;
    const month = getToday(issuer.timeZone).slice(0, 7);
    const pendingComplements = await listPendingComplements(app, [shop.id], getToday);
    const dueComplements = pendingComplements.filter(({ lastDay }) => lastDay <= `${month}-05`);
    if (dueComplements.length === 0) continue;
    const to = shop.settings.company.email;
    const id = `complements-${shop.id}-${month}`;
    if (!to) app.log.warn({ shopId: shop.id }, "payment complements are due, and the shop has no email address");
    else if (!(await isEmailRecorded(app.db, id))) {
      const pageUrl = `${app.originOf(shop.hosts)}/panel/facturacion/complementos`;
      await sendEmail(app, shop, complementsEmail(shop, dueComplements, pageUrl), {
        to,
        id,
        job: "remind_complements",
      });
    }
  }
}

function complementsEmail(shop: Shop, complements: readonly PendingComplement[], pageUrl: string): EmailMessage {
  const [firstComplement] = complements;
  const isOne = complements.length === 1;
  const hasLateComplement = complements.some(({ isLate }) => isLate);
  const hiddenCount = complements.length - MAX_LISTED_PAYMENTS;
  return {
    subject: isOne ? "Falta 1 complemento de pago" : `Faltan ${complements.length} complementos de pago`,
    shop,
    heading: `${hasLateComplement ? "Debieron emitirse" : "Emítelos"} a más tardar el ${formatDay(firstComplement!.lastDay)}`,
    paragraphs: [
      isOne
        ? "Un pago de una factura PPD espera su complemento."
        : `${complements.length} pagos de facturas PPD esperan su complemento.`,
      hasLateComplement
        ? "Ya pasó el último día de alguno: hazlo cuanto antes y avísale a tu contador."
        : "El SAT da hasta el día 5 del mes siguiente al pago. En el panel ves qué espera cada uno.",
      ...(hiddenCount > 0 ? [`Estos son los primeros ${MAX_LISTED_PAYMENTS}.`] : []),
    ],
    rows: complements
      .slice(0, MAX_LISTED_PAYMENTS)
      .map(({ reference, folio, cents }) => [`Pedido #${reference}, factura ${folio}`, formatMoney(cents)]),
    button: { label: "Ver complementos por emitir", url: pageUrl },
  };
}
