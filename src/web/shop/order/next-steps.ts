import type { Order } from "../../../contract/orders.ts";
import { formatEventTime } from "../../../domain/dates.ts";
import { deliveryDaysText, readDeliveryDays } from "../../../domain/delivery-days.ts";
import { estimateOrder, type DeliveryEstimate } from "../../../domain/delivery-estimate.ts";
import { formatDay } from "../../../domain/format-day.ts";
import { formatDayRange, formatLongDate, formatLongDateTime } from "../../../domain/long-date.ts";
import { formatMexicoTime } from "../../../domain/mexico-time.ts";
import { isOnItsWay } from "../../../domain/parcel.ts";
import { hasEndedUnshipped } from "../../../domain/order-status.ts";

/** One thing that will happen with an order, or that its customer must do. */
export interface NextStep {
  title: string;
  text: string;
  /** A link to the part of the page that the step needs. */
  link?: { href: string; label: string };
}

/**
 * The remaining steps of an order, in the order in which they happen (rule ORDER-9). Once the goods are delivered or
 * collected, their step says when that happened. A cancelled or joined order has no steps. An order for the difference
 * of an exchange has only the step of its payment. `cutOff`: the time of day until which a paid order leaves on the
 * same day (rule PARCEL-7).
 */
export function nextSteps(order: Order, now: Date, cutOff: string): NextStep[] {
  if (hasEndedUnshipped(order.status)) return [];
  const steps = [paymentStep(order, now)];
  if (order.exchange) return steps.filter((step) => step !== null);
  if (order.products.some((line) => line.realQty > 0))
    steps.push(
      ...(order.pickup
        ? [pickupStep(order, order.pickup, now)]
        : [packingStep(order), arrivalStep(order, now, cutOff)]),
    );
  if (order.products.some((line) => line.realQty === 0)) steps.push(ticketStep(order, now));
  return steps.filter((step) => step !== null);
}

function paymentStep(order: Order, now: Date): NextStep | null {
  if (order.status === "RESERVED")
    return { title: "Apartamos tus piezas, sin fecha límite", text: "Salen en cuanto se confirme tu pago." };
  if (order.status === "PRESALE")
    return { title: "Tu lugar en la preventa está apartado", text: "Te avisamos cuándo se paga." };
  if (order.status !== "WAITING_PAYMENT") return null;
  return order.payment_method === "TB" ? transferStep(order, now) : onlineStep(order, now);
}

function transferStep({ transfer, payBy }: Order, now: Date): NextStep {
  if (transfer?.receipts.some(({ state }) => state === "SUBMITTED"))
    return {
      title: "Revisamos tu comprobante",
      text: "Confirmamos tu pago y lo verás en esta página. Mientras tanto tus piezas siguen apartadas.",
    };
  return {
    title: `Haz tu transferencia${deadlineText(payBy, now)}`,
    text: "Después sube tu comprobante en esta página.",
    link: { href: "#transfer", label: "Ver datos para transferir" },
  };
}

function onlineStep({ payments, payBy }: Order, now: Date): NextStep {
  const voucher = payments.findLast(({ state }) => state === "PENDING")?.voucher;
  if (voucher)
    return {
      title: `Paga tu ficha${deadlineText(voucher.expiresOn ?? payBy, now)}`,
      text: "En una tienda de conveniencia. El pago puede tardar unas horas en reflejarse.",
    };
  if (payments.some(({ state }) => state === "PENDING" || state === "IN_REVIEW"))
    return { title: "Mercado Pago revisa tu pago", text: "No tienes que hacer nada más: lo verás en esta página." };
  return {
    title: `Paga${deadlineText(payBy, now)}`,
    text: "Con tarjeta o en una tienda de conveniencia, en la página segura de Mercado Pago.",
  };
}

/** " antes del domingo 22 de noviembre, 11:12 a. m.". Empty if there is no deadline. */
function deadlineText(instant: string | null, now: Date): string {
  return instant === null ? "" : ` antes del ${formatLongDateTime(new Date(instant), now)}`;
}

function packingStep({ status, presale }: Order): NextStep | null {
  if (status === "SHIPPED") return null;
  const title = status === "PAYMENT_ACCEPTED" ? "Preparamos tu paquete" : "Después preparamos tu paquete";
  const presaleText = presale?.deliversOn
    ? `La preventa se entrega a partir del ${formatDay(presale.deliversOn)}. `
    : "";
  return { title, text: `${presaleText}En cuanto salga verás aquí su número de rastreo.` };
}

function pickupStep(
  { status }: Order,
  { state, name, hours, collectedOn }: NonNullable<Order["pickup"]>,
  now: Date,
): NextStep {
  if (collectedOn !== null)
    return {
      title: `Lo entregamos el ${formatLongDate(new Date(collectedOn), now)}`,
      text: "Ojalá te encante. Si algo no está bien, escríbenos.",
    };
  if (state !== "WAITING") return { title: `Recógelo en ${name}`, text: `${hours}. Enseña el código de más abajo.` };
  const title = status === "PAYMENT_ACCEPTED" ? "Preparamos tu pedido" : "Después preparamos tu pedido";
  return { title, text: `Te avisamos cuando puedas recogerlo en ${name}. Espera ese aviso antes de venir.` };
}

function arrivalStep(order: Order, now: Date, cutOff: string): NextStep | null {
  const { status, shipping, deliveredAt } = order;
  const { name, description } = shipping.details;
  if (!name) return null;
  if (deliveredAt !== null)
    return {
      title: `Llegó el ${formatLongDate(new Date(deliveredAt), now)}`,
      text: "Ojalá te encante. Si algo no está bien, escríbenos.",
    };
  if (status !== "SHIPPED") {
    const days = readDeliveryDays(description);
    const arrival = estimateArrival(order, now, cutOff);
    if (arrival)
      return {
        title: `Llega ${formatDayRange(arrival.from, arrival.to)}`,
        text: `Con ${name}${paymentCondition(order)}.`,
      };
    return {
      title: `Llega con ${name}`,
      text: days ? `${capitalize(deliveryDaysText(days))} después de que salga de la tienda.` : description,
    };
  }
  const parcel = order.parcels.find(({ state }) => isOnItsWay(state));
  if (!parcel) return { title: "Lo que falta sale después", text: "Te avisamos en cuanto esté en camino." };
  const handedOverAt = parcel.events.findLast((event) => event.state === "HANDED_OVER")?.at;
  const text = handedOverAt
    ? `Salió con ${parcel.carrier || name} el ${formatLongDate(new Date(handedOverAt), now)}.`
    : "";
  const { estimate } = parcel;
  if (!estimate) return { title: "Tu paquete va en camino", text };
  if (estimate.to < dayOf(now))
    return { title: "Tu paquete ya debe estar contigo", text: `${text} Si no te ha llegado, escríbenos.` };
  return { title: `Llega ${formatDayRange(estimate.from, estimate.to)}`, text };
}

/**
 * The days on which an order that is not shipped yet should arrive. They are counted from its payment, as the checkout
 * promised, or from today if it is not paid or can no longer arrive on those days. Null if the carrier states no
 * business days, or if the goods are not in stock yet.
 */
function estimateArrival(order: Order, now: Date, cutOff: string): DeliveryEstimate | null {
  const { status, history, presale, products } = order;
  const days = readDeliveryDays(order.shipping.details.description);
  const isWaitingForGoods =
    status === "PRESALE" || products.some((line) => line.madeToOrder) || (presale?.deliversOn ?? "") > dayOf(now);
  if (!days?.areBusinessDays || isWaitingForGoods) return null;
  const range = { min: days.min, max: days.max };
  const estimateFromNow = estimateOrder(now, cutOff, range);
  const paidAt = history.findLast((entry) => entry.status === "PAYMENT_ACCEPTED")?.on;
  if (status !== "PAYMENT_ACCEPTED" || paidAt === undefined) return estimateFromNow;
  const promisedEstimate = estimateOrder(new Date(paidAt), cutOff, range);
  return promisedEstimate.to < estimateFromNow.from ? estimateFromNow : promisedEstimate;
}

/** The condition for arriving on the estimated days, as the end of a sentence. Empty for a paid order. */
function paymentCondition({ status, transfer, payments }: Order): string {
  if (status === "PAYMENT_ACCEPTED") return "";
  const isUnderReview =
    transfer?.receipts.some(({ state }) => state === "SUBMITTED") ||
    payments.some(({ state, voucher }) => state === "IN_REVIEW" || (state === "PENDING" && !voucher));
  return isUnderReview ? ", si tu pago se confirma hoy" : ", si pagas hoy";
}

function ticketStep({ tickets }: Order, now: Date): NextStep | null {
  if (tickets.length === 0)
    return { title: "Recibe tus boletos", text: "En cuanto se confirme tu pago los ves aquí, con su código." };
  const starts = tickets.flatMap(({ startsOn }) => (startsOn && new Date(startsOn) > now ? [startsOn] : []));
  const firstStart = starts.sort()[0];
  if (firstStart === undefined) return null;
  return {
    title: "Lleva tus boletos a la entrada",
    text: `Empieza el ${formatEventTime(new Date(firstStart))} Están más abajo, con su código.`,
  };
}

function dayOf(instant: Date): string {
  return formatMexicoTime(instant).slice(0, 10);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
