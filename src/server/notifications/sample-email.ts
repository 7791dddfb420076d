import { randomUUID } from "node:crypto";
import type { EmailKind } from "../../domain/email-kinds.ts";
import type { App } from "../app.ts";
import { invoiceEmail, type InvoiceInEmail } from "../invoicing/invoice-email.ts";
import type { OrderRow } from "../orders/queries.ts";
import type { Voucher } from "../order-money/queries.ts";
import type { Shop } from "../shops/shop.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import { orderCreatedEmail, orderMovedEmail, ordersJoinedEmail } from "./order-emails.ts";
import { orderDeliveredEmail } from "./parcel-emails.ts";
import { returnEmail, type ReturnInEmail } from "./return-emails.ts";
import { paymentReminderEmail, receiptRefusedEmail, refundEmail, voucherEmail } from "./payment-emails.ts";
import { reviewInvitationEmail } from "./review-invitation.ts";
import { sendEmail } from "../mail/send-email.ts";
import { ticketsEmail } from "./ticket-email.ts";
import { enqueue } from "../jobs/enqueue.ts";

const SAMPLE_ID = "00000000-0000-7000-8000-000000000000";
const DAY_MS = 24 * 3_600_000;

/** A fictitious order for sample emails. */
function sampleOrder(shop: Shop, reference: number): OrderRow {
  const now = new Date();
  const line = {
    size_id: SAMPLE_ID,
    product_id: SAMPLE_ID,
    brand_id: null,
    brand_name: null,
    name: "Vestido de lino, T: M",
    is_digital: false,
    pieces: 2,
    held: 2,
    price_cents: 499_00,
    wholesale_price_cents: null,
    branch_price_cents: null,
    branch_wholesale_price_cents: null,
    unit_price_cents: 499_00,
    discount_cents: 0,
    former_price_cents: null,
    picture: null,
    extended1: null,
    extended2: null,
  };
  return {
    id: SAMPLE_ID,
    reference,
    shop_id: shop.id,
    customer_id: SAMPLE_ID,
    status: "WAITING_PAYMENT",
    payment_method: "TB",
    is_wholesale: false,
    subtotal_cents: 998_00,
    discount_cents: 0,
    shipping_discount_cents: 0,
    discounts: [],
    packaging_cents: 10_00,
    shipping_cents: 120_00,
    extra_shipping_cents: 0,
    insurance_cents: 0,
    total_cents: 1_128_00,
    online_fee_cents: 0,
    grand_total_cents: 1_128_00,
    head_office_total_cents: null,
    carrier_name: "Paquetería de ejemplo",
    carrier_description: null,
    tracking_number: "EJEMPLO123",
    tracking_template: null,
    customer_name: "Ana",
    customer_last_name: "López",
    customer_phone: "5512345678",
    customer_email: null,
    customer_kind: "registered",
    customer_username: null,
    address_id: null,
    address: null,
    presale: null,
    payment_due_at: new Date(now.getTime() + 2 * DAY_MS),
    created_at: now,
    joined_into: null,
    exchange: null,
    differences: [],
    invoice: null,
    lines: [line],
    tickets: [],
    payments: [],
    transfer_refunds: [],
    receipts: [],
    history: [],
    parcels: [],
    pickup: null,
    unpackedLines: [],
  };
}

function sampleVoucher(): Voucher {
  return {
    id: SAMPLE_ID,
    kind: "cash",
    cents: 1_128_00,
    voucher_url: "https://www.mercadopago.com.mx",
    voucher_reference: "9999 0000 1111",
    expires_at: new Date(Date.now() + 3 * DAY_MS),
  };
}

function sampleTicket(order: OrderRow): OrderRow["tickets"][number] {
  return {
    id: SAMPLE_ID,
    product_id: SAMPLE_ID,
    code: "EJEMPLO",
    event: "Concierto de ejemplo",
    event_at: new Date(order.created_at.getTime() + 30 * DAY_MS).toISOString(),
    event_place: "Teatro de ejemplo",
    seat: "General",
    number: 1,
    pieces: 1,
    holder: "Ana López",
    state: "VALID",
    used_at: null,
  };
}

function daysFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

/** An email of this kind to a customer about a fictitious order, without the shop's own texts. */
export function sampleEmail(app: App, shop: Shop, kind: EmailKind): EmailMessage {
  const order = sampleOrder(shop, 100_042);
  const link = `${app.originOf(shop.hosts)}/orders`;
  switch (kind) {
    case "orderCreated":
      return orderCreatedEmail(shop, order, link, "Haz tu transferencia por el total exacto.");
    case "paymentAccepted":
      return orderMovedEmail(shop, order, { status: "PAYMENT_ACCEPTED", because: null, link })!;
    case "shipped":
      return orderMovedEmail(shop, order, {
        status: "SHIPPED",
        because: null,
        link,
        ...(shop.settings.management.allowInvoicing && { invoiceUntil: daysFromNow(30) }),
      })!;
    case "delivered":
      return orderDeliveredEmail(shop, order, { deliveredAt: order.created_at, link, now: order.created_at });
    case "cancelled":
      return orderMovedEmail(shop, order, { status: "CANCELLED", because: null, link })!;
    case "tickets":
      return ticketsEmail(
        shop,
        { ...order, tickets: [sampleTicket(order)] },
        { link, because: null, isAttached: true },
      );
    case "paymentReminder":
      return paymentReminderEmail(shop, order, link);
    case "voucher":
      return voucherEmail(shop, order, sampleVoucher(), link);
    case "receiptRefused":
      return receiptRefusedEmail(shop, order, "El comprobante es de otro monto.", link);
    case "refund":
      return refundEmail(shop, order, { cents: 499_00, paymentKind: "card" }, link);
    case "return":
      return returnEmail(shop, order, { row: SAMPLE_RETURN, state: "APPROVED", link })!;
    case "joined":
      return ordersJoinedEmail(shop, {
        joinedOrder: sampleOrder(shop, 100_041),
        receivingOrder: order,
        overpaidCents: 0,
      });
    case "reviewInvitation":
      return reviewInvitationEmail(shop, order, { link, unsubscribeLink: link });
    case "invoice":
      return invoiceEmail(shop, SAMPLE_INVOICE, false);
  }
}

const SAMPLE_RETURN: ReturnInEmail = {
  number: 1001,
  windowEndsOn: null,
  answer: "Envíala a nuestra tienda, con el número de la devolución en el paquete.",
  wayBackPayer: "shop",
  wayBackGuide: null,
  lessBecause: null,
  exchangeCarrier: null,
  exchangeGuide: null,
  refundCents: 0,
  refunds: [],
  history: [],
  difference: null,
  lines: [
    {
      wish: "EXCHANGE",
      held: 1,
      pieces: 1,
      name: "Vestido de lino, T: M",
      newName: "Vestido de lino, T: G",
      surchargeCents: 0,
    },
  ],
};

const SAMPLE_INVOICE: InvoiceInEmail = {
  kind: "invoice",
  reference: "100042",
  uuid: "00000000-0000-4000-8000-000000000000",
  totalCents: 1_128_00,
  paidCents: null,
  receiver: { rfc: "XAXX010101000", name: "Ana López" },
};

/** Enqueues a sample email to a mailbox, with the shop's own texts as they are saved. */
export async function requestSampleEmail(app: App, shop: Shop, kind: EmailKind, to: string): Promise<void> {
  await enqueue(app.db, "mail_sample", { shopId: shop.id, kind, to, id: randomUUID() });
}

/** Job: sends the sample to the person who requested it. */
export async function mailSample(
  app: App,
  { shopId, kind, to, id }: { shopId: string; kind: EmailKind; to: string; id: string },
): Promise<void> {
  const shop = await app.shops.byId(shopId);
  if (!shop) return;
  const email = sampleEmail(app, shop, kind);
  await sendEmail(app, shop, { ...email, subject: `Prueba: ${email.subject}` }, { to, id, job: "mail_sample" });
}
