import { transferReference } from "../../domain/clabe.ts";
import type { LineChange } from "../../domain/edit-order.ts";
import type { MoveCause } from "../../domain/move-cause.ts";
import { shownLineName } from "../../domain/cart-line.ts";
import { formatDeadline } from "../../domain/long-date.ts";
import { formatDay } from "../../domain/format-day.ts";
import type { EmailKind } from "../../domain/email-kinds.ts";
import { formatMoney, type Cents } from "../../domain/money.ts";
import { hasSeveralParcels, parcelRows } from "./parcel-rows.ts";
import { trackingUrl } from "../../domain/tracking-url.ts";
import type { OrderStatus } from "../../domain/order-status.ts";
import { listOrderFigures } from "../orders/order-figures.ts";
import type { OrderRow } from "../orders/queries.ts";
import type { Shop } from "../shops/shop.ts";
import type { EmailMessage } from "../mail/email-message.ts";

/** "Recibimos tu pedido": the lines, the amount to pay, the deadline, and the link to the order. */
export function orderCreatedEmail(shop: Shop, order: OrderRow, link: string, paymentMessage: string): EmailMessage {
  return {
    kind: "orderCreated",
    placeholders: orderPlaceholders(order),
    subject: `Recibimos tu pedido #${order.reference}`,
    shop,
    heading: `Gracias, ${order.customer_name}. Tu pedido es el #${order.reference}`,
    paragraphs: [
      paymentMessage,
      ...(order.presale ? [presaleSentence(order.presale)] : []),
      ...(order.payment_due_at
        ? [`Apartamos tus piezas hasta el ${formatDeadline(order.payment_due_at)} Después vuelven a la tienda.`]
        : []),
    ].filter(Boolean),
    rows: [...lineRows(order), ...totalRows(order)],
    button: { label: "Ver mi pedido", url: link },
    closing: "Este enlace es solo tuyo: quien lo tenga puede ver tu pedido.",
  };
}

/** The values of the placeholders in a shop's own texts of an email about an order. */
export function orderPlaceholders({ customer_name, reference }: OrderRow): NonNullable<EmailMessage["placeholders"]> {
  return { nombre: customer_name, pedido: `#${reference}` };
}

const KIND_BY_STATUS: Partial<Record<OrderStatus, EmailKind>> = {
  PAYMENT_ACCEPTED: "paymentAccepted",
  SHIPPED: "shipped",
  CANCELLED: "cancelled",
};

function presaleSentence({ name, deliversOn }: NonNullable<OrderRow["presale"]>): string {
  const delivery = deliversOn ? ` La entrega es a partir del ${formatDay(deliversOn)}.` : "";
  return `Este pedido es de la preventa ${name}.${delivery}`;
}

/** The first paragraph of the email about an order that was paid after it was cancelled (rule PAY-4). */
export const PAID_AFTER_CANCELLATION_TEXT =
  "Tu pago llegó cuando tu pedido ya estaba cancelado. Lo que pediste seguía en la tienda: tu pedido sigue en pie.";

interface OrderMovedEmailInput {
  status: OrderStatus;
  because: MoveCause | null;
  link: string;
  /** The last day on which the customer can request the invoice. Missing if they cannot. */
  invoiceUntil?: string;
}

/**
 * The email to the customer about an order's new status, except for paid tickets (`ticketsEmail`). Undefined for a
 * status of which customers are not notified.
 */
export function orderMovedEmail(
  shop: Shop,
  order: OrderRow,
  { status, because, link, invoiceUntil }: OrderMovedEmailInput,
): EmailMessage | undefined {
  const texts = order.exchange
    ? differenceTexts(order.exchange.number)[status]
    : ((order.pickup && PICKUP_TEXTS[status]) ?? textsOf(status, because));
  if (!texts) return undefined;
  const trackingRows: [string, string][] =
    status === "SHIPPED" && order.tracking_number
      ? [
          ["Paquetería", order.carrier_name ?? ""],
          ["Número de rastreo", order.tracking_number],
        ]
      : [];
  return {
    kind: order.exchange ? undefined : KIND_BY_STATUS[status],
    placeholders: orderPlaceholders(order),
    subject: `${texts.subject} #${order.reference}`,
    shop,
    heading: `${order.customer_name}, ${texts.heading}`,
    paragraphs: [
      ...(because === "late_money" ? [PAID_AFTER_CANCELLATION_TEXT] : []),
      texts.text,
      ...(status === "SHIPPED" && hasSeveralParcels(order)
        ? ["En este paquete va una parte. Lo demás sale después: te avisamos."]
        : []),
      ...(invoiceUntil === undefined ? [] : [invoiceSentence(invoiceUntil)]),
    ],
    rows: [
      ...(status === "SHIPPED" && hasSeveralParcels(order) ? firstParcelRows(order) : []),
      ...trackingRows,
      ["Total", formatMoney(order.grand_total_cents)],
      ...(status === "PAYMENT_ACCEPTED" ? installmentRows(order) : []),
    ],
    button: { label: "Ver mi pedido", url: link },
    ...(status === "SHIPPED" && trackingLink(order)),
  };
}

function firstParcelRows({ parcels, tracking_number: guide }: OrderRow): [string, string][] {
  const firstParcel = parcels.find((parcel) => parcel.guide === guide);
  return firstParcel ? parcelRows(firstParcel) : [];
}

/** One row for each card payment in monthly installments, with their number (rule MSI-5). */
export function installmentRows({ payments }: OrderRow): [string, string][] {
  return payments
    .filter(({ state, installments }) => state === "APPROVED" && (installments ?? 1) > 1)
    .map(({ installments }) => ["Pagaste", `con tarjeta, a ${installments} meses`]);
}

function invoiceSentence(lastDay: string): string {
  return `¿Necesitas factura? Puedes pedirla hasta el ${formatDay(lastDay)} en la página de tu pedido.`;
}

function trackingLink(order: OrderRow): Pick<EmailMessage, "link"> {
  const url = trackingUrl(order.tracking_template, order.tracking_number);
  return url === null ? {} : { link: { label: `Rastrear con ${order.carrier_name ?? "la paquetería"}`, url } };
}

/** "Corregimos tu número de rastreo": the new number, which replaces the wrong one. */
export function trackingCorrectedEmail(
  shop: Shop,
  order: OrderRow,
  { guide, link }: { guide: string; link: string },
): EmailMessage {
  const parcel = order.parcels.find((candidate) => candidate.guide === guide);
  const carrier = parcel?.carrier || (order.carrier_name ?? "");
  const url = trackingUrl(parcel ? parcel.tracking_template : order.tracking_template, guide);
  return {
    kind: "shipped",
    placeholders: orderPlaceholders(order),
    subject: `Corregimos el número de rastreo de tu pedido #${order.reference}`,
    shop,
    heading: `${order.customer_name}, este es el número de rastreo correcto`,
    paragraphs: ["El que te habíamos dado no era el de tu paquete. Una disculpa: usa este de aquí en adelante."],
    rows: [
      ["Paquetería", carrier],
      ["Número de rastreo", guide],
    ],
    button: { label: "Ver mi pedido", url: link },
    ...(url !== null && { link: { label: `Rastrear con ${carrier || "la paquetería"}`, url } }),
  };
}

interface MoveTexts {
  subject: string;
  heading: string;
  text: string;
}

function textsOf(status: OrderStatus, because: MoveCause | null): MoveTexts | undefined {
  if (status === "CANCELLED" && because !== null) return CANCELLATION_TEXTS[because] ?? MOVE_TEXTS.CANCELLED;
  return MOVE_TEXTS[status];
}

/** "Unimos tus pedidos": the lines that are shipped together now, the address, and the cost. */
export function ordersJoinedEmail(
  shop: Shop,
  {
    joinedOrder,
    receivingOrder,
    overpaidCents,
  }: { joinedOrder: OrderRow; receivingOrder: OrderRow; overpaidCents: Cents },
): EmailMessage {
  const { address } = receivingOrder;
  return {
    kind: "joined",
    placeholders: orderPlaceholders(receivingOrder),
    subject: `Unimos tu pedido #${joinedOrder.reference} al #${receivingOrder.reference}`,
    shop,
    heading: `${receivingOrder.customer_name}, tus pedidos viajan juntos`,
    paragraphs: [
      `Los productos de tu pedido #${joinedOrder.reference} están ahora en el #${receivingOrder.reference}: se cobra un solo envío.`,
      ...(address ? [`Llegan a ${address.street}, ${address.neighborhood}, ${address.city}, ${address.state}.`] : []),
      ...(overpaidCents > 0
        ? [`Con un solo envío pagaste ${formatMoney(overpaidCents)} de más. Te escribimos para devolvértelos.`]
        : []),
      ...(receivingOrder.status === "WAITING_PAYMENT" && receivingOrder.payment_due_at
        ? [
            `Apartamos tus piezas hasta el ${formatDeadline(receivingOrder.payment_due_at)} Paga este total, no los de antes.`,
          ]
        : []),
    ],
    rows: [...lineRows(receivingOrder), ...totalRows(receivingOrder)],
    closing: "Si no querías unirlos, responde este correo antes de que salga tu pedido.",
  };
}

/** "Cambiamos tu pedido": what staff added, removed and changed, the total before and now, and how to pay it. */
export function orderEditedEmail(
  shop: Shop,
  order: OrderRow,
  { changes, beforeCents, link }: { changes: readonly LineChange[]; beforeCents: Cents; link: string },
): EmailMessage {
  const isTransfer = order.payment_method === "TB";
  return {
    placeholders: orderPlaceholders(order),
    subject: `Cambiamos tu pedido #${order.reference}`,
    shop,
    heading: `${order.customer_name}, así quedó tu pedido`,
    paragraphs: [
      ...(changes.length > 0 ? [`${changes.map((change) => changeSentence(change)).join(". ")}.`] : []),
      totalSentence(beforeCents, order),
      ...(order.status === "WAITING_PAYMENT" ? [paySentence(order)] : []),
    ],
    rows: [
      ...lineRows(order),
      ...totalRows(order),
      ...(isTransfer ? ([["Referencia", transferReference(String(order.reference))]] as [string, string][]) : []),
    ],
    button: { label: isTransfer ? "Ver datos para pagar" : "Ver mi pedido", url: link },
  };
}

function changeSentence({ name, before, after }: LineChange): string {
  if (before === 0) return `Agregamos ${after} × ${name}`;
  return after === 0 ? `Quitamos ${before} × ${name}` : `De ${name} llevas ${after} en vez de ${before}`;
}

function totalSentence(beforeCents: Cents, { grand_total_cents: afterCents }: OrderRow): string {
  if (beforeCents === afterCents) return `El total sigue igual: ${formatMoney(afterCents)}.`;
  return `El total era de ${formatMoney(beforeCents)} y ahora es de ${formatMoney(afterCents)}.`;
}

function paySentence({ payment_method, payment_due_at }: OrderRow): string {
  const paymentInstructions =
    payment_method === "TB"
      ? "Transfiere el total nuevo: los datos están en la página de tu pedido."
      : "Paga el total nuevo en la página de tu pedido: el enlace de pago de antes ya no sirve.";
  return payment_due_at
    ? `${paymentInstructions} Apartamos tus piezas hasta el ${formatDeadline(payment_due_at)}`
    : paymentInstructions;
}

const MOVE_TEXTS: Partial<Record<OrderStatus, MoveTexts>> = {
  PAYMENT_ACCEPTED: {
    subject: "Confirmamos el pago de tu pedido",
    heading: "tu pago está confirmado",
    text: "Ya estamos preparando tu pedido. Te avisamos en cuanto salga.",
  },
  SHIPPED: {
    subject: "Ya salió tu pedido",
    heading: "tu pedido va en camino",
    text: "Lo entregamos a la paquetería. Con el número de rastreo puedes seguirlo.",
  },
  CANCELLED: {
    subject: "Cancelamos tu pedido",
    heading: "tu pedido quedó cancelado",
    text: "Sus piezas volvieron a la tienda. Si aún las quieres, haz un pedido nuevo; si ya pagaste, responde este correo.",
  },
};

/** The texts for an order that is collected at a pickup point. */
const PICKUP_TEXTS: Partial<Record<OrderStatus, MoveTexts>> = {
  PAYMENT_ACCEPTED: {
    subject: "Confirmamos el pago de tu pedido",
    heading: "tu pago está confirmado",
    text: "Ya estamos preparando tu pedido. Te avisamos cuando esté listo para recoger: espera ese correo antes de venir.",
  },
  SHIPPED: {
    subject: "Entregamos tu pedido",
    heading: "tu pedido ya está en tus manos",
    text: "Lo entregamos en la tienda. Si no lo recogiste tú ni quien nombraste, responde este correo.",
  },
};

/** The texts for an order that charges the difference of an exchange. Such an order is complete once it is paid. */
function differenceTexts(exchangeNumber: number): Partial<Record<OrderStatus, MoveTexts>> {
  return {
    SHIPPED: {
      subject: "Recibimos tu pago de la diferencia, pedido",
      heading: "ya quedó pagada la diferencia",
      text: "Lo nuevo sale en cuanto tengamos lo que regresas.",
    },
    CANCELLED: {
      subject: "Ya no cobramos la diferencia, pedido",
      heading: "ya no cobramos la diferencia de tu cambio",
      text: `Si tu cambio ${exchangeNumber} sigue en marcha, te devolvemos el dinero de lo que regresas en vez de mandarte lo nuevo. ¿Ya habías pagado? Responde este correo y lo resolvemos.`,
    },
  };
}

const CANCELLATION_TEXTS: Partial<Record<MoveCause, MoveTexts>> = {
  unpaid: {
    subject: "Se acabó el tiempo para pagar tu pedido",
    heading: "se acabó el tiempo para pagar tu pedido",
    text: "No nos llegó tu pago a tiempo: cancelamos el pedido y sus piezas volvieron a la tienda. Si aún las quieres, haz un pedido nuevo; si ya pagaste, responde este correo.",
  },
  not_available: {
    subject: "Cancelamos tu pedido",
    heading: "tu pedido quedó cancelado",
    text: "No podemos enviarte lo que pediste, así que lo cancelamos. Si ya pagaste, responde este correo.",
  },
  uncollected: {
    subject: "Cancelamos tu pedido: nadie lo recogió, pedido",
    heading: "cancelamos tu pedido porque nadie lo recogió",
    text: "Se acabó el tiempo para recogerlo y sus piezas volvieron a la tienda. Te devolvemos todo lo que pagaste: en línea, por el mismo medio; si fue por transferencia, te escribimos. Si aún lo quieres, haz un pedido nuevo.",
  },
  refunded: {
    subject: "Cancelamos tu pedido",
    heading: "tu pedido quedó cancelado",
    text: "Te devolvimos todo lo que pagaste, así que ya no lo enviamos y sus piezas volvieron a la tienda.",
  },
};

function lineRows(order: OrderRow): [string, string][] {
  return order.lines.map((line) => [
    `${line.pieces} × ${shownLineName(line.name, line.is_digital)}`,
    formatMoney(line.unit_price_cents * line.pieces),
  ]);
}

function totalRows(order: OrderRow): [string, string][] {
  return listOrderFigures(order).map(([label, cents]) => [label, formatMoney(cents)]);
}
