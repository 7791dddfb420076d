import { sql } from "kysely";
import { formatDeadline } from "../../domain/dates.ts";
import type { App } from "../app.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import { sendEmail } from "../mail/send-email.ts";
import type { Shop } from "../shops/shop.ts";

/** How many days before expiry the shop is warned. SAT takes some days to issue a new certificate. */
const WARN_DAYS = 60;

/**
 * Job, once a week: emails the shop's own address (`company.email`) if its certificate expires soon. Without a valid
 * certificate no invoice can be sealed, and customers would notice first.
 */
export async function warnOfCsd(app: App): Promise<void> {
  const { rows } = await sql<{ shop_id: string; number: string; ends_at: Date }>`
    SELECT shop_id, certificate_number AS number, certificate_ends_at AS ends_at FROM invoice_issuers
    WHERE NOT is_demo AND certificate_ends_at < now() + ${WARN_DAYS}::int * interval '1 day'`.execute(app.db);
  const today = new Date().toISOString().slice(0, 10);
  for (const { shop_id: shopId, number, ends_at: endsAt } of rows) {
    const shop = await app.shops.byId(shopId);
    const to = shop?.settings.company.email;
    if (!shop || !to) {
      app.log.warn(
        { shopId, endsAt },
        "the certificate that seals invoices expires soon, and the shop has no email address",
      );
      continue;
    }
    await sendEmail(app, shop, csdEmail(shop, number, endsAt), {
      to,
      id: `csd-${number}-${today}`,
      job: "warn_of_csd",
    });
  }
}

function csdEmail(shop: Shop, number: string, endsAt: Date): EmailMessage {
  const isExpired = endsAt.getTime() < Date.now();
  return {
    subject: isExpired
      ? "Tu certificado de sello venció: no se puede facturar"
      : "Tu certificado de sello vence pronto",
    shop,
    heading: `El certificado ${number} ${isExpired ? "venció" : "vence"} el ${formatDeadline(endsAt)}`,
    paragraphs: [
      "Con él se sellan las facturas: sin uno vigente tus clientes no pueden facturar.",
      "Pide otro al SAT (Certifica) y guárdalo con: shop invoice issuer csd --cer … --key …",
    ],
  };
}
