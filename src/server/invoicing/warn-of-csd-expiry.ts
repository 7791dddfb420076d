import { csdStage, csdWarning } from "../../domain/csd-expiry.ts";
import { formatDeadline } from "../../domain/long-date.ts";
import type { App } from "../app.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import { sendEmail } from "../mail/send-email.ts";
import { isEmailRecorded } from "../mail/sent-mails.ts";
import type { Shop } from "../shops/shop.ts";
import { listEndingCsds, type EndingCsd } from "./issuers.ts";

const WEEK_MS = 7 * 86_400_000;

/**
 * Job, once a day: emails the shop's own mailbox (`company.email`) 60, 30 and 7 days before its certificate expires,
 * when it expires, and each week after that. Otherwise customers would be the first to notice that nothing is sealed.
 */
export async function warnOfCsdExpiry(app: App, now = new Date()): Promise<void> {
  for (const csd of await listEndingCsds(app.db, now)) {
    const shop = await app.shops.byId(csd.shopId);
    const to = shop?.settings.company.email;
    if (!shop || !to) {
      app.log.warn(
        { shopId: csd.shopId, endsAt: csd.endsAt },
        "the certificate that seals invoices expires soon or has expired, and the shop has no email address",
      );
      continue;
    }
    const id = warningId(csd, now);
    if (await isEmailRecorded(app.db, id)) continue;
    await sendEmail(app, shop, csdEmail(shop, csd, now), { to, id, job: "warn_of_csd" });
  }
}

/** The id of the warning email. It is the same for every day of a stage, so that each stage has one email. */
function warningId({ number, endsAt }: EndingCsd, now: Date): string {
  const stage = csdStage(endsAt, now);
  const weeksOver = Math.floor((now.getTime() - endsAt.getTime()) / WEEK_MS);
  return `csd-${number}-${stage === "expired" ? `over-${weeksOver}` : stage}`;
}

function csdEmail(shop: Shop, { number, endsAt }: EndingCsd, now: Date): EmailMessage {
  const isExpired = endsAt <= now;
  return {
    subject: isExpired
      ? "Tu certificado de sello venció: no se puede facturar"
      : "Tu certificado de sello vence pronto",
    shop,
    heading: `El certificado ${number} ${isExpired ? "venció" : "vence"} el ${formatDeadline(endsAt)}`,
    paragraphs: [
      csdWarning(endsAt, now)!,
      "Con él se sellan las facturas: sin uno vigente tus clientes no pueden facturar.",
      "Súbelo en /panel/facturacion/emisor, o con: shop invoice issuer csd --cer … --key …",
    ],
  };
}
