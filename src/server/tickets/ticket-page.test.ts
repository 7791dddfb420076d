import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { checkOut } from "../checkout/check-out.ts";
import { demoId } from "../../../demo/load/demo-id.ts";
import { moveOrder } from "../orders/move-order.ts";
import { findOrder } from "../orders/queries.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput } from "../testing/checkout-fixtures.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { formatTicketCode } from "../../domain/ticket-code.ts";
import { makeTicketPages } from "./ticket-page.ts";
import { useTicket } from "./use-ticket.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const demoSizeOf = (slug: string, size: string): TestSize => ({
  sizeId: demoId("size", `${slug} ${size}`),
  productId: demoId("product", slug),
});

async function placeOrder(lines: (TestSize & { pieces: number })[]) {
  const headOffice = await server.findShop();
  const email = `${crypto.randomUUID()}@ejemplo.mx`;
  const guest = await createTestGuest(server.app, headOffice, email);
  const cart = await createTestCart(server.app, headOffice, lines);
  const placedOrder = await checkOut(server.app, headOffice, guest.customerId, makeCheckoutInput(cart, guest));
  if (isRefusal(placedOrder)) throw new Error(placedOrder.refused);
  return { id: placedOrder.orderId, token: guest.token, email };
}

const moveOrderTo = (id: string, to: "PAYMENT_ACCEPTED" | "CANCELLED") =>
  moveOrder(server.app, id, { to, actor: "prueba", reason: "Prueba" });

/** The text of each page. */
async function readPageTexts(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, " "));
}

async function download({ id, token }: { id: string; token: string }): Promise<Uint8Array> {
  const response = await fetch(`${server.origin}/api/v1/orders/${id}/pdf`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

const numberedSeat = demoSizeOf("concierto-de-los-faroles-del-norte", "Boleto A-03");
const generalAdmission = demoSizeOf("noche-de-son-y-marimba", "General");

test("the PDF of a paid order has its figures, then a page per ticket: event, day, place, holder, seat, order, code", async () => {
  const shirt = await createTestSize(server.app, { pieces: 1 });
  const mixedOrder = await placeOrder([
    { ...numberedSeat, pieces: 1 },
    { ...generalAdmission, pieces: 2 },
    { ...shirt, pieces: 1 },
  ]);
  expect(await readPageTexts(await download(mixedOrder))).toHaveLength(1);
  await moveOrderTo(mixedOrder.id, "PAYMENT_ACCEPTED");
  const [orderPage, ...ticketPages] = await readPageTexts(await download(mixedOrder));
  expect(orderPage).toContain("Recibo de pedido");
  expect(orderPage).toContain("Página 1 de 4");
  const codes = await server.app.db
    .selectFrom("tickets")
    .select("code")
    .where("order_id", "=", mixedOrder.id)
    .execute();
  expect(ticketPages).toHaveLength(3);
  expect(ticketPages[0]).toContain("Concierto de Los Faroles del Norte Boleto A-03");
  expect(ticketPages[0]).toMatch(/\d de \p{L}+ de \d{4}, 8:30 p\. m\./u);
  expect(ticketPages[0]).toContain("Lugar Foro Jacaranda");
  expect(ticketPages[1]).toContain("General · 1 de 2");
  expect(ticketPages[2]).toContain("General · 2 de 2");
  for (const page of ticketPages) expect(page).toContain("A nombre de Lucía Prueba");
  for (const { code } of codes) {
    expect(ticketPages.filter((text) => text.includes(formatTicketCode(code)))).toHaveLength(1);
  }
  await moveOrderTo(mixedOrder.id, "CANCELLED");
  expect(await readPageTexts(await download(mixedOrder))).toHaveLength(1);
});

test("a page's QR contains the ticket that the page shows, and used tickets are marked", async () => {
  const { id } = await placeOrder([{ ...generalAdmission, pieces: 1 }]);
  await moveOrderTo(id, "PAYMENT_ACCEPTED");
  const headOffice = await server.findShop();
  const pagesBefore = await makeTicketPages(server.app, (await findOrder(server.app.db, headOffice.id, id))!);
  expect(pagesBefore).toMatchObject([{ event: "Noche de son y marimba", seat: "General", usedNote: null }]);
  const entry = await useTicket(server.app, {
    ticket: pagesBefore[0]!.qr,
    scannerName: "p",
    scanId: "1",
    productId: generalAdmission.productId,
  });
  expect(entry).toMatchObject({ answer: "valid", ticket: { event: "Noche de son y marimba" } });
  const [pageAfter] = await makeTicketPages(server.app, (await findOrder(server.app.db, headOffice.id, id))!);
  expect(pageAfter!.usedNote).toMatch(/^Se usó el /);
  expect(pageAfter!.qr).toBe(pagesBefore[0]!.qr);
});

test("an event with a name of any length and script, or without day or place, is drawn", async () => {
  const seat = await createTestSize(server.app, { pieces: 3, isDigital: true });
  await server.app.db
    .updateTable("products")
    .set({ name: "Gran noche de 漢字 y Łódź ".repeat(9).trim() })
    .where("id", "=", seat.productId)
    .execute();
  const paidOrder = await placeOrder([{ ...seat, pieces: 1 }]);
  await moveOrderTo(paidOrder.id, "PAYMENT_ACCEPTED");
  const pages = await readPageTexts(await download(paidOrder));
  expect(pages).toHaveLength(2);
  expect(pages[1]).toContain("Gran noche de");
  expect(pages[1]).not.toContain("Fecha");
});

test("other requests are answered while two hundred tickets are drawn", async () => {
  const seat = await createTestSize(server.app, { pieces: 200, isDigital: true });
  const paidOrder = await placeOrder([{ ...seat, pieces: 200 }]);
  await moveOrderTo(paidOrder.id, "PAYMENT_ACCEPTED");
  let responseCount = 0;
  const drawingEnd = new AbortController();
  const pdf = download(paidOrder).finally(() => drawingEnd.abort());
  while (!drawingEnd.signal.aborted) {
    if ((await server.call("GET", "/healthz")).status === 200) responseCount++;
  }
  expect(await readPageTexts(await pdf)).toHaveLength(201);
  expect(responseCount).toBeGreaterThan(3);
});

describe("the email", () => {
  const runJobsAndListEmails = async (to: string) => {
    await runEmailJobs(server.app);
    return listMailsTo(server.app, to);
  };

  test("of paid tickets contains them, and does not mention shipping", async () => {
    const paidOrder = await placeOrder([{ ...generalAdmission, pieces: 2 }]);
    expect((await runJobsAndListEmails(paidOrder.email))[0]).toMatchObject({ attachments: [] });
    await moveOrderTo(paidOrder.id, "PAYMENT_ACCEPTED");
    const [mail, ...earlierMails] = await runJobsAndListEmails(paidOrder.email);
    expect(earlierMails).toHaveLength(1);
    expect(mail!.subject).toMatch(/^Tus boletos del pedido #\d+$/);
    for (const part of ["aquí están tus boletos", "PDF adjunto", "Noche de son y marimba", "Patio San Jerónimo"]) {
      expect(mail!.text).toContain(part);
    }
    expect(mail!.text).not.toContain("paquetería");
    const [pdf] = mail!.attachments as { filename: string; contentType: string; base64: string }[];
    expect(pdf).toMatchObject({ contentType: "application/pdf" });
    expect(pdf!.filename).toMatch(/^boletos-\d+\.pdf$/);
    expect(await readPageTexts(new Uint8Array(Buffer.from(pdf!.base64, "base64")))).toHaveLength(3);
  });

  test("of a mixed order contains them once, when it is paid", async () => {
    const shirt = await createTestSize(server.app, { pieces: 1 });
    const mixedOrder = await placeOrder([
      { ...generalAdmission, pieces: 1 },
      { ...shirt, pieces: 1 },
    ]);
    await moveOrderTo(mixedOrder.id, "PAYMENT_ACCEPTED");
    // The customer also received the email that confirms the order.
    const ticketsMail = (await runJobsAndListEmails(mixedOrder.email)).find(({ subject }) =>
      subject.startsWith("Tus boletos"),
    );
    expect(ticketsMail!.attachments).toHaveLength(1);
    expect(ticketsMail!.text).toContain("preparando lo demás");
    const shipment = { to: "SHIPPED", actor: "prueba", reason: "Prueba", trackingNumber: "MX1" } as const;
    await moveOrder(server.app, mixedOrder.id, shipment);
    expect((await runJobsAndListEmails(mixedOrder.email))[0]).toMatchObject({
      subject: expect.stringMatching(/^Ya salió/),
      attachments: [],
    });
  });
});

test("the API shows an order's tickets and their state, but not their codes", async () => {
  const paidOrder = await placeOrder([{ ...generalAdmission, pieces: 1 }]);
  const readTickets = async () =>
    (await server.call("GET", `/api/v1/orders/${paidOrder.id}`, { token: paidOrder.token })).json.tickets;
  expect(await readTickets()).toEqual([]);
  await moveOrderTo(paidOrder.id, "PAYMENT_ACCEPTED");
  expect(await readTickets()).toEqual([
    {
      event: "Noche de son y marimba",
      startsOn: expect.stringMatching(/T02:00:00\.000Z$/),
      place: "Patio San Jerónimo",
      seat: "General",
      number: 1,
      state: "VALID",
      usedOn: null,
    },
  ]);
});
