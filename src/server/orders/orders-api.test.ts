import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extractText, getDocumentProxy } from "unpdf";
import { formatMoney } from "../../domain/money.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { checkOut } from "../checkout/check-out.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { createTestSize } from "../testing/test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput, type Guest } from "../testing/checkout-fixtures.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { moveOrder } from "./move-order.ts";

let server: TestServer;
let ana: { id: string; token: string };
beforeAll(async () => {
  server = await startTestServer();
  const body = { username: "ana@ejemplo.mx", password: "demo1234" };
  const { json } = await server.call("POST", "/api/v1/auth/login", { body });
  ana = { id: json.customer._id, token: json.access_token };
});
afterAll(() => server.stop());

async function placeOrder(guest: Guest, lineCount = 1): Promise<string> {
  const { app } = server;
  const headOffice = await server.findShop();
  const sizes = [];
  for (let n = 0; n < lineCount; n++) sizes.push({ ...(await createTestSize(app, { pieces: 3 })), pieces: 2 });
  const checkoutResult = await checkOut(
    app,
    headOffice,
    guest.customerId,
    makeCheckoutInput(await createTestCart(app, headOffice, sizes), guest),
  );
  if (isRefusal(checkoutResult)) throw new Error(checkoutResult.refused);
  return checkoutResult.orderId;
}

async function readEmailKey(email: string): Promise<string> {
  await runEmailJobs(server.app);
  const [mail] = await listMailsTo(server.app, email);
  return /\?key=([\w-]+)/.exec(mail!.text)![1]!;
}

const listOrdersOfAna = async (query = "", options: object = {}) =>
  (await server.call("GET", `/api/v1/customers/${ana.id}/orders${query}`, { token: ana.token, ...options })).json;

describe("the list of orders", () => {
  test("has the customer's orders in this shop, newest first, with the real total count", async () => {
    const { rows } = await sql<{ shop: string; count: number }>`
      SELECT s.key AS shop, count(*) AS count FROM orders o JOIN shops s ON s.id = o.shop_id
      WHERE o.customer_id = ${ana.id} GROUP BY 1`.execute(server.app.db);
    for (const { shop: key, count } of rows) {
      const page = await listOrdersOfAna("?size=50", { shop: key });
      expect(page).toMatchObject({ page: 1, totalDocs: count, totalPages: 1 });
      expect(page.docs).toHaveLength(count);
      const dates = page.docs.map((doc: { createdOn: string }) => doc.createdOn);
      expect(dates).toEqual(dates.toSorted().toReversed());
    }
    expect(rows).toHaveLength(2);
    const branchPage = await listOrdersOfAna("", { shop: "norte" });
    for (const doc of branchPage.docs)
      expect(doc).toMatchObject({ shopTotal: expect.any(Number), customer: { name: "Ana" } });
  });

  test("of the demo has every status", async () => {
    const docs = [
      ...(await listOrdersOfAna("?size=50")).docs,
      ...(await listOrdersOfAna("?size=50", { shop: "norte" })).docs,
    ];
    const statuses = new Set(docs.map((doc: { status: string }) => doc.status));
    expect([...statuses].toSorted()).toEqual(
      ["WAITING_PAYMENT", "PAYMENT_ACCEPTED", "RESERVED", "SHIPPED", "CANCELLED", "JOINED", "PRESALE"].toSorted(),
    );
  });

  test("has pages, of ten orders by default; a page past the end is empty", async () => {
    const allIds = (await listOrdersOfAna("?size=50")).docs.map((doc: { _id: string }) => doc._id);
    const firstPage = await listOrdersOfAna("?size=3&page=1");
    const secondPage = await listOrdersOfAna("?size=3&page=2");
    expect([...firstPage.docs, ...secondPage.docs].map((doc: { _id: string }) => doc._id)).toEqual(allIds.slice(0, 6));
    expect(firstPage.totalPages).toBe(Math.ceil(allIds.length / 3));
    expect(await listOrdersOfAna("?size=3&page=99")).toMatchObject({ docs: [], totalDocs: allIds.length });
    expect((await server.call("GET", `/api/v1/customers/${ana.id}/orders?size=0`, { token: ana.token })).status).toBe(
      422,
    );
  });

  test("is searched by number, status and product, without regard to accents and case", async () => {
    const [sample] = (await listOrdersOfAna("?size=50")).docs;
    const search = async (query: string) => (await listOrdersOfAna(`?size=50&query=${encodeURIComponent(query)}`)).docs;
    expect(await search(`#${sample.reference}`)).toMatchObject([{ _id: sample._id }]);
    const shippedOrders = await search("ENVIÁDO");
    expect(shippedOrders.length).toBeGreaterThan(0);
    expect(new Set(shippedOrders.map((doc: { status: string }) => doc.status))).toEqual(new Set(["SHIPPED"]));
    const word = sample.products[0].name.split(" ")[0];
    const matches = await search(word.toUpperCase().normalize("NFD").replaceAll(/\p{M}/gu, ""));
    expect(matches.map((doc: { _id: string }) => doc._id)).toContain(sample._id);
    expect(await search("100%_\\")).toEqual(await search("100"));
    expect(await search("zzzz")).toEqual([]);
  });

  test("is filtered by kind: a status, or presale", async () => {
    const waitingPage = await listOrdersOfAna("?kind=WAITING_PAYMENT");
    expect(waitingPage.docs).toMatchObject([{ status: "WAITING_PAYMENT" }]);
    expect((await listOrdersOfAna("?kind=presale", { shop: "norte" })).docs).toMatchObject([{ status: "PRESALE" }]);
    expect((await listOrdersOfAna("?kind=presale")).docs).toEqual([]);
    expect((await server.call("GET", `/api/v1/customers/${ana.id}/orders?kind=x`, { token: ana.token })).status).toBe(
      422,
    );
  });
});

describe("an order", () => {
  test("opens with its email's key for any caller, and with no other key", async () => {
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const id = await placeOrder(await createTestGuest(server.app, await server.findShop(), email));
    const key = await readEmailKey(email);
    const getStatus = async (query: string, token?: string) =>
      (await server.call("GET", `/api/v1/orders/${id}${query}`, { token })).status;
    expect(await getStatus(`?key=${key}`)).toBe(200);
    expect(await getStatus(`?key=${key}`, ana.token)).toBe(200);
    expect(await getStatus(`?key=${key}`, "A".repeat(43))).toBe(200);
    expect(await getStatus(`?key=${key.slice(0, -1)}`)).toBe(404);
    expect(await getStatus("?key=")).toBe(404);
    expect(await getStatus("", ana.token)).toBe(404);
  });

  test("does not show the guest's email address to a caller with the key", async () => {
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const id = await placeOrder(await createTestGuest(server.app, await server.findShop(), email));
    const { text } = await server.call("GET", `/api/v1/orders/${id}?key=${await readEmailKey(email)}`);
    expect(text).not.toContain(email);
  });
});

describe("a link that a guest creates", () => {
  const createLink = (id: string, token?: string, shopKey?: string) =>
    server.call("POST", `/api/v1/orders/${id}/link`, { token, shop: shopKey });
  const opens = async (id: string, key: string) =>
    (await server.call("GET", `/api/v1/orders/${id}?key=${key}`)).status === 200;

  test("opens their order on any device and no other order; the link of the email still works", async () => {
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const guest = await createTestGuest(server.app, await server.findShop(), email);
    const id = await placeOrder(guest);
    const emailKey = await readEmailKey(email);
    const { status, json, headers } = await createLink(id, guest.token);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(await opens(id, json.key)).toBe(true);
    expect(await opens(id, emailKey)).toBe(true);
    expect(await opens(await placeOrder(guest), json.key)).toBe(false);
  });

  test("is stored as a hash, and an order has at most ten links", async () => {
    const guest = await createTestGuest(server.app, await server.findShop());
    const id = await placeOrder(guest);
    const keys: string[] = [];
    for (let n = 0; n < 12; n++) keys.push((await createLink(id, guest.token)).json.key);
    expect(await Promise.all(keys.map((key) => opens(id, key)))).toEqual(keys.map((_, n) => n >= 2));
    const storedKeys = await server.app.db.selectFrom("order_keys").selectAll().where("order_id", "=", id).execute();
    expect(keys.filter((key) => JSON.stringify(storedKeys).includes(key))).toEqual([]);
  });

  test("cannot be made by another caller, or in another shop", async () => {
    const guest = await createTestGuest(server.app, await server.findShop());
    const id = await placeOrder(guest);
    const otherGuest = await createTestGuest(server.app, await server.findShop());
    expect((await createLink(id, otherGuest.token)).status).toBe(404);
    expect((await createLink(id, ana.token)).status).toBe(404);
    expect((await createLink(id)).status).toBe(401);
    expect((await createLink(id, guest.token, "norte")).status).toBe(404);
    expect((await createLink("x", guest.token)).status).toBe(404);
  });
});

describe("an order that was placed as a guest", () => {
  const register = (guest: Guest | null, phone = "5511112222", email = `${crypto.randomUUID()}@ejemplo.mx`) =>
    server.call("POST", "/api/v1/customers", {
      body: { name: "Lucía", lastName: "Prueba", phone, username: email, password: "secreta-1" },
      token: guest?.token,
    });
  const orderIdsOf = async ({ json }: Awaited<ReturnType<typeof register>>): Promise<string[]> => {
    const path = `/api/v1/customers/${json.customer._id}/orders?size=50`;
    const page = (await server.call("GET", path, { token: json.access_token })).json;
    return page.docs.map((doc: { _id: string }) => doc._id);
  };
  const claim = (id: string, key: string, token: string) =>
    server.call("POST", `/api/v1/orders/${id}/claim`, { body: { key }, token });

  test("moves to the account when the guest registers with the same phone and their own token", async () => {
    const headOffice = await server.findShop();
    const guest = await createTestGuest(server.app, headOffice);
    const id = await placeOrder(guest);
    expect(await orderIdsOf(await register(guest))).toEqual([id]);
    expect((await server.call("GET", `/api/v1/orders/${id}`, { token: guest.token })).status).toBe(404);
  });

  test("stays the guest's if another person registers with the phone, or the guest registers with another phone", async () => {
    const guest = await createTestGuest(server.app, await server.findShop());
    await placeOrder(guest);
    expect(await orderIdsOf(await register(null))).toEqual([]);
    expect(await orderIdsOf(await register(guest, "5599998888"))).toEqual([]);
  });

  test("is claimed with the key of its first email: all orders with that mailbox and phone move once", async () => {
    const headOffice = await server.findShop();
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const [firstId, secondId, otherMailboxId] = [
      await placeOrder(await createTestGuest(server.app, headOffice, email)),
      await placeOrder(await createTestGuest(server.app, headOffice, email.toUpperCase())),
      await placeOrder(await createTestGuest(server.app, headOffice, `${crypto.randomUUID()}@ejemplo.mx`)),
    ];
    await runEmailJobs(server.app);
    const key = /\?key=([\w-]+)/.exec(
      (await listMailsTo(server.app, email)).find(({ text }) => text.includes(firstId))!.text,
    )![1]!;
    const account = await register(null);
    const token = account.json.access_token;
    expect(await claim(firstId, "A".repeat(43), token)).toMatchObject({
      status: 404,
      json: { code: "ORDER_NOT_FOUND" },
    });
    expect(await claim(otherMailboxId, key, token)).toMatchObject({ status: 404 });
    expect(await claim("x", key, token)).toMatchObject({ status: 404 });
    expect((await claim(firstId, key, token)).json).toEqual({ status: "OK", claimed: 2 });
    expect((await claim(firstId, key, token)).json).toEqual({ status: "OK", claimed: 0 });
    expect((await orderIdsOf(account)).toSorted()).toEqual([firstId, secondId].toSorted());
    const otherAccount = await register(null);
    expect((await claim(firstId, key, otherAccount.json.access_token)).status).toBe(404);
  });

  test("is claimed with a link that the guest created: only that order moves", async () => {
    const guest = await createTestGuest(server.app, await server.findShop());
    const [linkedOrderId, otherOrderId] = [await placeOrder(guest), await placeOrder(guest)];
    const { key } = (await server.call("POST", `/api/v1/orders/${linkedOrderId}/link`, { token: guest.token })).json;
    const account = await register(null);
    expect((await claim(otherOrderId, key, account.json.access_token)).status).toBe(404);
    expect((await claim(linkedOrderId, key, account.json.access_token)).json).toEqual({ status: "OK", claimed: 1 });
    expect(await orderIdsOf(account)).toEqual([linkedOrderId]);
    expect((await server.call("GET", `/api/v1/orders/${otherOrderId}`, { token: guest.token })).status).toBe(200);
  });

  test("cannot be claimed with another phone, or by a guest", async () => {
    const headOffice = await server.findShop();
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const id = await placeOrder(await createTestGuest(server.app, headOffice, email));
    const key = await readEmailKey(email);
    expect((await claim(id, key, (await register(null, "5599998888")).json.access_token)).status).toBe(404);
    expect((await claim(id, key, (await createTestGuest(server.app, headOffice)).token)).status).toBe(401);
  });
});

describe("the order PDF", () => {
  const download = async (id: string, token = ana.token) => {
    const response = await fetch(`${server.origin}/api/v1/orders/${id}/pdf`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    const { text, totalPages } = await extractText(pdf, { mergePages: true });
    return { response, text, totalPages, info: (await pdf.getMetadata()).info as { Title: string } };
  };

  test("shows the items, the customer, the address, and amounts that add up, in Spanish", async () => {
    const page = await listOrdersOfAna("?kind=SHIPPED");
    for (const doc of page.docs) {
      const { response, text, info } = await download(doc._id);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/pdf");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("content-disposition")).toBe(`inline; filename="pedido-${doc.reference}.pdf"`);
      expect(info.Title).toBe(`Recibo del pedido #${doc.reference}`);
      const { city, street } = doc.deliveryAddress;
      for (const expectedText of [
        "Recibo de pedido",
        `#${doc.reference}`,
        "Enviado",
        "Ana Torres Rivera",
        street,
        city,
      ]) {
        expect(text).toContain(expectedText);
      }
      expect(text).toContain(`Rastreo ${doc.trackingCode}`);
      expect(text).toContain(formatMoney(Math.round(doc.total * 100)));
      for (const line of doc.products) {
        expect(text.replaceAll(/\s+/g, " ")).toContain(line.name);
        expect(text).toContain(formatMoney(Math.round(line.unitPrice * line.quantity * 100)));
      }
      const { cost, extraFee, insurance } = doc.shipping;
      const amountsPesos = [doc.subtotal, cost, extraFee, insurance, doc.packaging, doc.fee];
      expect(Math.round(amountsPesos.reduce((sum, pesos) => sum + pesos, 0) * 100)).toBe(Math.round(doc.total * 100));
      for (const amountPesos of amountsPesos.filter((pesos) => pesos > 0))
        expect(text).toContain(formatMoney(Math.round(amountPesos * 100)));
    }
    expect(page.docs).toHaveLength(2);
  });

  test("of many lines has numbered pages, with every line on them", async () => {
    const guest = await createTestGuest(server.app, await server.findShop());
    const id = await placeOrder(guest, 40);
    const { text, totalPages } = await download(id, guest.token);
    expect(totalPages).toBeGreaterThan(1);
    expect(text.split("Playera de prueba").length - 1).toBe(40);
    for (let page = 1; page <= totalPages; page++) expect(text).toContain(`Página ${page} de ${totalPages}`);
  });

  test("is drawn for a long name in several scripts", async () => {
    const guest = await createTestGuest(server.app, await server.findShop());
    await sql`UPDATE customers SET name = ${"Ñoño Łukasz 漢字 🙂 ".repeat(6)} WHERE id = ${guest.customerId}`.execute(
      server.app.db,
    );
    const { text } = await download(await placeOrder(guest), guest.token);
    expect(text).toContain("Ñoño");
  });

  test("is not shown to another customer, or without a token", async () => {
    const id = await placeOrder(await createTestGuest(server.app, await server.findShop()));
    expect((await server.call("GET", `/api/v1/orders/${id}/pdf`, { token: ana.token })).status).toBe(404);
    expect((await server.call("GET", `/api/v1/orders/${id}/pdf`)).status).toBe(404);
  });

  test("of a paid order does not ask for payment", async () => {
    const guest = await createTestGuest(server.app, await server.findShop());
    const id = await placeOrder(guest);
    expect((await download(id, guest.token)).text).toContain("espera su pago");
    await moveOrder(server.app, id, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
    const { text } = await download(id, guest.token);
    expect(text).not.toContain("espera su pago");
    expect(text).toContain("Pago aceptado el");
  });
});
