import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { encode } from "uqr";
import { ACCENT_COLOR } from "../pdf/accent-color.ts";
import { drawQr } from "../pdf/draw-qr.ts";
import { newPage, PAGE, SOFT_INK, RIGHT_EDGE, replaceMissingGlyphs, write, type Pdf } from "../pdf/drawing.ts";
import type { Shop } from "../shops/shop.ts";
import type { TicketPage } from "./ticket-page.ts";

const WIDTH = RIGHT_EDGE - PAGE.margin;
const TOP = 64;
const PADDING = 28;
const WHITE = "#ffffff";
const BORDER = "#d6d3d1";

/** Points per module. The 45 modules of a side are 225 points (8 cm): readable on paper and on a cracked screen. */
const MODULE = 5;
/** White modules that a reader needs around a QR (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** How to use the ticket, and what makes it invalid. */
const SMALL_PRINT = [
  "Muestra este código en la entrada, en papel o en tu teléfono con el brillo al máximo. Vale para una persona y una sola " +
    "vez: entra quien lo muestra primero, así que no publiques ni compartas su foto.",
  "Si el pedido se cancela o se devuelve su pago, el boleto queda anulado en ese momento.",
];

/** Draws one ticket per page. It yields to other work between pages, because an order may have hundreds. */
export async function drawTickets(pdf: Pdf, shop: Shop, tickets: readonly TicketPage[]): Promise<void> {
  for (const ticket of tickets) {
    await yieldToEventLoop();
    newPage(pdf);
    drawTicket(pdf, shop, ticket);
  }
}

function drawTicket(pdf: Pdf, shop: Shop, ticket: TicketPage): void {
  const bottomOfHead = drawHead(pdf, shop, ticket);
  const bottom = drawBody(pdf, ticket, bottomOfHead);
  pdf
    .roundedRect(PAGE.margin, TOP, WIDTH, bottom - TOP, 14)
    .lineWidth(1)
    .stroke(BORDER);
  drawNotches(pdf, bottomOfHead);
  pdf.y = bottom + 18;
  for (const text of SMALL_PRINT) {
    write(pdf, text, { y: pdf.y, width: WIDTH, size: 9, color: SOFT_INK });
    pdf.y += 4;
  }
}

/** Draws shop, event and seat on the shop's colour. Returns the lower edge, which depends on the event's name. */
function drawHead(pdf: Pdf, shop: Shop, ticket: TicketPage): number {
  const width = WIDTH - 2 * PADDING;
  const size = ticket.event.length > 60 ? 22 : 30;
  pdf.font("bold").fontSize(size);
  const height = pdf.heightOfString(replaceMissingGlyphs(ticket.event), { width, lineGap: 1.5 }) + 92;
  pdf.save();
  pdf.roundedRect(PAGE.margin, TOP, WIDTH, height + 14, 14).clip();
  pdf.rect(PAGE.margin, TOP, WIDTH, height).fill(ACCENT_COLOR[shop.color]);
  pdf.restore();
  const x = PAGE.margin + PADDING;
  write(pdf, shop.name, { x, y: TOP + 24, width, size: 11, color: WHITE });
  write(pdf, ticket.event, { x, y: TOP + 44, width, size, bold: true, color: WHITE });
  write(pdf, ticket.seat, { x, y: TOP + height - 38, width, size: 15, bold: true, color: WHITE });
  return TOP + height;
}

/** Draws the details on the left, and the QR with its code on the right. Returns the lower edge. */
function drawBody(pdf: Pdf, ticket: TicketPage, top: number): number {
  const qr = encode(ticket.qr, { ecc: "M", border: 0 });
  const sideWithQuietZone = (qr.size + 2 * QUIET_ZONE) * MODULE;
  const qrLeft = RIGHT_EDGE - PADDING / 2 - sideWithQuietZone;
  const width = qrLeft - PAGE.margin - PADDING - 8;
  pdf.y = top + PADDING;
  for (const { label, value } of ticket.details) {
    const x = PAGE.margin + PADDING;
    write(pdf, label, { x, y: pdf.y, width, size: 9, color: SOFT_INK });
    write(pdf, capitalize(value), { x, y: pdf.y + 1, width, size: 13, bold: true });
    pdf.y += 12;
  }
  const bottomOfDetails = pdf.y;
  drawQr(pdf, qr, {
    x: qrLeft + QUIET_ZONE * MODULE,
    y: top + PADDING / 2 + QUIET_ZONE * MODULE,
    moduleSize: MODULE,
  });
  const bottomOfQr = top + PADDING / 2 + sideWithQuietZone;
  const centered = { x: qrLeft, width: sideWithQuietZone, align: "center" } as const;
  write(pdf, ticket.code, { ...centered, y: bottomOfQr - 8, size: 14, bold: true });
  if (ticket.usedNote) write(pdf, ticket.usedNote, { ...centered, y: pdf.y + 2, size: 9, color: SOFT_INK });
  return Math.max(bottomOfDetails, pdf.y) + PADDING / 2;
}

/** Draws notches at both edges, as a paper ticket has at its tear line. */
function drawNotches(pdf: Pdf, y: number): void {
  for (const x of [PAGE.margin, RIGHT_EDGE]) pdf.circle(x, y, 9).fillAndStroke(WHITE, BORDER);
  for (const x of [PAGE.margin - 10.5, RIGHT_EDGE + 0.5]) pdf.rect(x, y - 11, 10, 22).fill(WHITE);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
