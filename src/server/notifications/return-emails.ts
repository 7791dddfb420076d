import { formatDeadline } from "../../domain/long-date.ts";
import { formatDay } from "../../domain/format-day.ts";
import { formatMoney } from "../../domain/money.ts";
import { differenceState, surchargeOf, type ReturnState } from "../../domain/return.ts";
import type { App } from "../app.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import { orderPlaceholders } from "./order-emails.ts";
import type { OrderRow } from "../orders/queries.ts";
import { findReturn, type ReturnRow } from "../returns/queries.ts";
import type { Shop } from "../shops/shop.ts";
import { findOrderToMail, sendOrderEmail, type OrderMail } from "./send-order-email.ts";

/** Job: notifies the customer of a return's new state. A cancellation by the customer sends nothing. */
export async function mailReturn(app: App, mail: OrderMail & { returnId: string; state: ReturnState }): Promise<void> {
  const context = await findOrderToMail(app, "mail_return", mail);
  const row = await findReturn(app.genericPlanDb, mail.returnId);
  if (!context || !row) return;
  const returnPageUrl = context.link.replace(/(\?|$)/, "/devolver$1");
  const { difference } = row;
  const payLink = difference ? context.link.replace(context.order.id, difference.orderId) : undefined;
  const email = returnEmail(context.shop, context.order, { row, state: mail.state, link: returnPageUrl, payLink });
  if (email) await sendOrderEmail(app, context, `${mail.returnId}-${mail.state.toLowerCase()}`, email);
}

/** The fields of a return that the email shows. */
export type ReturnInEmail = Pick<
  ReturnRow,
  | "number"
  | "windowEndsOn"
  | "answer"
  | "wayBackPayer"
  | "wayBackGuide"
  | "lessBecause"
  | "exchangeCarrier"
  | "exchangeGuide"
  | "refundCents"
  | "refunds"
  | "history"
  | "difference"
> & { lines: Pick<ReturnRow["lines"][number], "wish" | "held" | "pieces" | "name" | "newName" | "surchargeCents">[] };

interface ReturnEmailInput {
  row: ReturnInEmail;
  state: ReturnState;
  link: string;
  /** The page of the order that charges the difference. */
  payLink?: string;
}

/** The email about a return's new state. Undefined if the customer is not notified of it. */
export function returnEmail(
  shop: Shop,
  order: OrderRow,
  { row, state, link, payLink }: ReturnEmailInput,
): EmailMessage | undefined {
  const texts = textsOf(shop, row)[state];
  const isByCustomer = row.history.findLast((event) => event.state === state)?.actor === "cliente";
  if (state === "CANCELLED" && isByCustomer) return undefined;
  return {
    kind: "return",
    placeholders: orderPlaceholders(order),
    subject: `${texts.subject} (devolución ${row.number}, pedido #${order.reference})`,
    shop,
    heading: `${order.customer_name}, ${texts.heading}`,
    paragraphs: texts.paragraphs.filter(Boolean),
    rows: [...lineRows(row), ...surchargeRows(row), ...refundRows(row, state)],
    ...(payLink && findUnpaidDifference(row)
      ? { button: { label: "Pagar la diferencia", url: payLink }, link: { label: "Ver mi devolución", url: link } }
      : { button: { label: "Ver mi devolución", url: link } }),
  };
}

interface ReturnTexts {
  subject: string;
  heading: string;
  paragraphs: string[];
}

function textsOf(shop: Shop, row: ReturnInEmail): Record<ReturnState, ReturnTexts> {
  const noun = row.lines.every(({ wish }) => wish === "EXCHANGE") ? "cambio" : "devolución";
  return {
    ASKED: {
      subject: `Recibimos tu solicitud de ${noun}`,
      heading: `recibimos tu solicitud de ${noun}`,
      paragraphs: [
        "La revisamos y te escribimos para decirte cómo enviarla. No mandes nada todavía.",
        row.lines.some(({ surchargeCents }) => surchargeCents > 0)
          ? "Lo que quieres cuesta más: la diferencia se paga cuando aprobemos el cambio."
          : "",
        row.windowEndsOn ? `La pediste a tiempo: el plazo termina el ${formatDay(row.windowEndsOn)}.` : "",
      ],
    },
    APPROVED: {
      subject: `Tu ${noun} está en marcha`,
      heading: `aprobamos tu ${noun}`,
      paragraphs: [
        row.answer ?? "",
        shop.settings.returns.instructions,
        row.wayBackPayer === "shop"
          ? "El envío de regreso va por nuestra cuenta."
          : "El envío de regreso corre por tu cuenta. Guarda tu comprobante.",
        row.wayBackGuide ? `Usa esta guía: ${row.wayBackGuide}.` : "",
        row.lines.some(({ held }) => held > 0)
          ? "Ya apartamos la talla que quieres. Sale en cuanto recibamos la otra."
          : "",
        differenceSentence(row),
      ],
    },
    DECLINED: {
      subject: `No pudimos aceptar tu ${noun}`,
      heading: `no pudimos aceptar tu ${noun}`,
      paragraphs: [row.answer ?? "", "Si crees que es un error, responde este correo."],
    },
    RECEIVED: {
      subject: `Llegó tu ${noun}`,
      heading: "ya llegó lo que nos enviaste",
      paragraphs: ["Lo revisamos y terminamos en poco tiempo. Te avisamos."],
    },
    SETTLED: {
      subject: `Terminamos tu ${noun}`,
      heading: `terminamos tu ${noun}`,
      paragraphs: [
        ...(row.refundCents > 0 ? [refundSentence(row)] : []),
        row.lessBecause ? `Devolvemos menos de lo calculado: ${row.lessBecause}.` : "",
        row.lines.some(({ held }) => held > 0) ? exchangeSentence(row) : "",
      ],
    },
    CANCELLED: {
      subject: `Cancelamos tu ${noun}`,
      heading: `cancelamos tu ${noun}`,
      paragraphs: ["Tu pedido sigue como estaba. Si todavía quieres devolver algo, pídelo otra vez dentro del plazo."],
    },
  };
}

/** The difference of the exchange, if it is not paid yet. */
function findUnpaidDifference({ difference }: Pick<ReturnRow, "difference">): ReturnRow["difference"] {
  return difference && differenceState(difference.status) === "PENDING" ? difference : null;
}

function differenceSentence(row: Pick<ReturnRow, "difference">): string {
  const unpaidDifference = findUnpaidDifference(row);
  if (!unpaidDifference) return "";
  const deadlineText = unpaidDifference.payBy
    ? ` Tienes hasta el ${formatDeadline(new Date(unpaidDifference.payBy))}; si no,`
    : " Si no los pagas,";
  return `Tu cambio cuesta ${formatMoney(unpaidDifference.cents)} más: págalos con el pedido #${unpaidDifference.reference}.${deadlineText} te devolvemos el dinero de lo que regresas.`;
}

function surchargeRows({ lines }: ReturnInEmail): [string, string][] {
  const cents = surchargeOf(lines);
  return cents === 0 ? [] : [["Diferencia a pagar", formatMoney(cents)]];
}

function refundSentence({ refundCents, refunds }: ReturnInEmail): string {
  const amount = formatMoney(refundCents);
  const isTransfer = refunds.some(({ method }) => method === "transfer");
  const isOnline = refunds.some(({ method }) => method === "provider");
  if (isTransfer && isOnline) return `Te devolvemos ${amount}: una parte por transferencia y otra a tu medio de pago.`;
  return isTransfer
    ? `Te devolvimos ${amount} por transferencia.`
    : `Te devolvemos ${amount} al medio con el que pagaste. Tu banco puede tardar unos días en mostrarlo.`;
}

function exchangeSentence({ exchangeCarrier, exchangeGuide }: ReturnInEmail): string {
  if (!exchangeGuide) return "Tu cambio ya salió.";
  return `Tu cambio ya salió${exchangeCarrier ? ` con ${exchangeCarrier}` : ""}. Número de rastreo: ${exchangeGuide}.`;
}

function lineRows({ lines }: ReturnInEmail): [string, string][] {
  return lines.map(({ pieces, name, newName }) => [
    `${pieces} × ${name}`,
    newName ? `Cambio por ${newName}` : "Devolución",
  ]);
}

function refundRows({ refundCents }: Pick<ReturnRow, "refundCents">, state: ReturnState): [string, string][] {
  if (refundCents === 0 || state === "DECLINED" || state === "CANCELLED") return [];
  return [[state === "ASKED" || state === "APPROVED" ? "Te devolveríamos" : "Te devolvemos", formatMoney(refundCents)]];
}
