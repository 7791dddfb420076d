import { writeFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import type { APIRequestContext } from "@playwright/test";
import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { extractText, getDocumentProxy } from "unpdf";
import { createBuyer, placeTicketOrder } from "./order.ts";
import { expect, runShopCommand } from "./shop.ts";

/** A ticket as printed on its page of the PDF. */
export interface PrintedTicket {
  /** Such as "7K2M9-QX4RT". */
  code: string;
  /** The QR code, one byte per pixel: black 0, white 255. */
  picture: { data: Buffer; width: number; height: number };
  /** The text of the QR code. */
  qrText: string;
}

/** Buys tickets as a guest, marks the order as paid, and reads the tickets from the order's PDF. */
export async function buyTickets(
  request: APIRequestContext,
  purchase: { slug: string; seat: string; pieces?: number },
): Promise<{ reference: string; tickets: PrintedTicket[] }> {
  const guest = await createBuyer(request, { email: `puerta.${crypto.randomUUID()}@ejemplo.mx` });
  const { _id, reference } = await placeTicketOrder(request, guest, purchase);
  await runShopCommand("order", "pay", reference);
  const headers = { Authorization: `Bearer ${guest.token}` };
  const pdf = await (await request.get(`/api/v1/orders/${_id}/pdf`, { headers })).body();
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  const codes = text.match(/\b[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}\b/g) ?? [];
  const pictures = await renderQrCodes(pdf);
  expect([codes.length, pictures.length]).toEqual([purchase.pieces ?? 1, purchase.pieces ?? 1]);
  const tickets = codes.map((code, index) => ({ code, picture: pictures[index]!, qrText: readQr(pictures[index]!) }));
  return { reference, tickets };
}

/**
 * Renders the QR code of each page that has one. In the PDF the code consists of runs: rectangles, five points high,
 * each of the black modules that are side by side in a row.
 */
async function renderQrCodes(pdf: Buffer): Promise<PrintedTicket["picture"][]> {
  const runsByStream = inflateStreams(pdf).map((stream) =>
    [...stream.matchAll(/(-?[\d.]+) (-?[\d.]+) ([\d.]+) 5 re/g)].map((match) => match.slice(1).map(Number)),
  );
  return Promise.all(runsByStream.filter((runs) => runs.length > 100).map(renderQrCode));
}

function inflateStreams(pdf: Buffer): string[] {
  const text = pdf.toString("latin1");
  // Compressed bytes may end with a carriage return, which belongs to them.
  return [...text.matchAll(/stream\r?\n([\s\S]*?)\nendstream/g)].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body!, "latin1")).toString("latin1")];
    } catch {
      return [];
    }
  });
}

/** Renders eight pixels per module, with the white margin that readers need. */
async function renderQrCode(runs: number[][]): Promise<PrintedTicket["picture"]> {
  const [left, top] = [0, 1].map((axis) => Math.min(...runs.map((run) => run[axis]!)));
  const side = Math.max(...runs.map(([x, , width]) => x! + width!)) - left!;
  const rects = runs.map(([x, y, width]) => `<rect x="${x! - left!}" y="${y! - top!}" width="${width}" height="5"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 -20 ${side + 40} ${side + 40}" shape-rendering="crispEdges">
    <rect x="-20" y="-20" width="${side + 40}" height="${side + 40}" fill="#fff"/>${rects.join("")}</svg>`;
  const sidePixels = ((side + 40) / 5) * 8;
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(sidePixels, sidePixels)
    .toColourspace("b-w")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function readQr({ data, width, height }: PrintedTicket["picture"]): string {
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [index, gray] of data.entries()) rgba.fill(gray, index * 4, index * 4 + 3);
  return decodeQR({ data: rgba, width, height });
}

/** Writes a video for Chromium's fake camera (YUV4MPEG2): the ticket's QR code on grey. */
export function writeCameraVideo({ picture }: PrintedTicket, file: string): void {
  const [width, height] = [640, 480];
  const luma = Buffer.alloc(width * height, 140);
  const [left, top] = [(width - picture.width) >> 1, (height - picture.height) >> 1];
  for (let row = 0; row < picture.height; row++) {
    picture.data.copy(luma, (top + row) * width + left, row * picture.width, (row + 1) * picture.width);
  }
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, Buffer.alloc((width * height) / 2, 128)]);
  writeFileSync(file, Buffer.concat([Buffer.from("YUV4MPEG2 W640 H480 F10:1 Ip A1:1 C420jpeg\n"), frame, frame]));
}
