import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extractText, getDocumentProxy } from "unpdf";
import { formatMoney } from "../../domain/money.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { checkOut } from "../checkout/check-out.ts";
import { mailsTo, runJobs } from "../testing/mails.ts";
import { createTestSize } from "../testing/test-size.ts";
import { newCart, newGuest, wish, type Guest } from "../testing/shopper.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { moveOrder } from "./move-order.ts";

let shop: TestServer;
let ana: { id: string; token: string };
beforeAll(async () => {
  shop = await startTestServer();
  const body = { username: "ana@ejemplo.mx", password: "demo1234" };
  const { json } = await shop.call("POST", "/api/v1/auth/login", { body });
  ana = { id: json.customer._id, token: json.access_token };
});
afterAll(() => shop.stop());

async function order(guest: Guest, lines = 1): Promise<string> {
  const { app } = shop;
  const here = await shop.shop();
  const sizes = [];
  for (let n = 0; n < lines; n++) sizes.push({ ...(await createTestSize(app, { pieces: 3 })), pieces: 2 });
  const placed = await checkOut(app, here, guest.customerId, wish(await newCart(app, here, sizes), guest));
  if (isRefusal(placed)) throw new Error(placed.refused);
  return placed.orderId;
}

async function keyOf(email: string): Promise<string> {
  await runJobs(shop.app);
  const [mail] = await mailsTo(shop.app, email);
  return /\?key=([\w-]+)/.exec(mail!.text)![1]!;
}

const list = async (query = "", options: object = {}) =>
  (await shop.call("GET", `/api/v1/customers/${ana.id}/orders${query}`, { token: ana.token, ...options })).json;

describe("the list of orders", () => {
  test("is the customer's in this shop, newest first, with real totals", async () => {
    const { rows } = await sql<{ shop: string; count: number }>`
      SELECT s.key AS shop, count(*) AS count FROM orders o JOIN shops s ON s.id = o.shop_id
      WHERE o.customer_id = ${ana.id} GROUP BY 1`.execute(shop.app.db);
    for (const { shop: key, count } of rows) {
      const page = await list("?size=50", { shop: key });
      expect(page).toMatchObject({ page: 1, totalDocs: count, totalPages: 1 });
      expect(page.docs).toHaveLength(count);
      const dates = page.docs.map((doc: { createdOn: string }) => doc.createdOn);
      expect(dates).toEqual(dates.toSorted().toReversed());
    }
    expect(rows).toHaveLength(2);
    const branch = await list("", { shop: "norte" });
    for (const doc of branch.docs)
      expect(doc).toMatchObject({ shopTotal: expect.any(Number), customer: { name: "Ana" } });
  });

  test("of the demo has every status there is", async () => {
    const docs = [...(await list("?size=50")).docs, ...(await list("?size=50", { shop: "norte" })).docs];
    const statuses = new Set(docs.map((doc: { status: string }) => doc.status));
    expect([...statuses].toSorted()).toEqual(
      ["WAITING_PAYMENT", "PAYMENT_ACCEPTED", "RESERVED", "SHIPPED", "CANCELLED", "JOINED", "PRESALE"].toSorted(),
    );
  });

  test("pages, ten at a time unless asked; past the end is empty", async () => {
    const all = (await list("?size=50")).docs.map((doc: { _id: string }) => doc._id);
    const first = await list("?size=3&page=1");
    const second = await list("?size=3&page=2");
    expect([...first.docs, ...second.docs].map((doc: { _id: string }) => doc._id)).toEqual(all.slice(0, 6));
    expect(first.totalPages).toBe(Math.ceil(all.length / 3));
    expect(await list("?size=3&page=99")).toMatchObject({ docs: [], totalDocs: all.length });
    expect((await shop.call("GET", `/api/v1/customers/${ana.id}/orders?size=0`, { token: ana.token })).status).toBe(
      422,
    );
  });

  test("finds by number, status and product, whatever the accents and case", async () => {
    const [one] = (await list("?size=50")).docs;
    const found = async (query: string) => (await list(`?size=50&query=${encodeURIComponent(query)}`)).docs;
    expect(await found(`#${one.reference}`)).toMatchObject([{ _id: one._id }]);
    const shipped = await found("ENVIÁDO");
    expect(shipped.length).toBeGreaterThan(0);
    expect(new Set(shipped.map((doc: { status: string }) => doc.status))).toEqual(new Set(["SHIPPED"]));
    const word = one.products[0].name.split(" ")[0];
    const named = await found(word.toUpperCase().normalize("NFD").replaceAll(/\p{M}/gu, ""));
    expect(named.map((doc: { _id: string }) => doc._id)).toContain(one._id);
    expect(await found("100%_\\")).toEqual(await found("100"));
    expect(await found("zzzz")).toEqual([]);
  });

  test("narrows by kind: a status, or presale", async () => {
    const waiting = await list("?kind=WAITING_PAYMENT");
    expect(waiting.docs).toMatchObject([{ status: "WAITING_PAYMENT" }]);
    expect((await list("?kind=presale", { shop: "norte" })).docs).toMatchObject([{ status: "PRESALE" }]);
    expect((await list("?kind=presale")).docs).toEqual([]);
    expect((await shop.call("GET", `/api/v1/customers/${ana.id}/orders?kind=x`, { token: ana.token })).status).toBe(
      422,
    );
  });
});

describe("an order", () => {
  test("opens to its mail's key, whoever asks, and to no other key", async () => {
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const id = await order(await newGuest(shop.app, await shop.shop(), email));
    const key = await keyOf(email);
    const get = async (query: string, token?: string) =>
      (await shop.call("GET", `/api/v1/orders/${id}${query}`, { token })).status;
    expect(await get(`?key=${key}`)).toBe(200);
    expect(await get(`?key=${key}`, ana.token)).toBe(200);
    expect(await get(`?key=${key}`, "A".repeat(43))).toBe(200);
    expect(await get(`?key=${key.slice(0, -1)}`)).toBe(404);
    expect(await get("?key=")).toBe(404);
    expect(await get("", ana.token)).toBe(404);
  });

  test("never names its guest's other addresses or user name to who holds the key", async () => {
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const id = await order(await newGuest(shop.app, await shop.shop(), email));
    const { text } = await shop.call("GET", `/api/v1/orders/${id}?key=${await keyOf(email)}`);
    expect(text).not.toContain(email);
  });
});

describe("a link that a guest keeps", () => {
  const link = (id: string, token?: string, shopKey?: string) =>
    shop.call("POST", `/api/v1/orders/${id}/link`, { token, shop: shopKey });
  const opens = async (id: string, key: string) =>
    (await shop.call("GET", `/api/v1/orders/${id}?key=${key}`)).status === 200;

  test("opens his order anywhere, and no other; the mail's link goes on opening it", async () => {
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const guest = await newGuest(shop.app, await shop.shop(), email);
    const id = await order(guest);
    const mailed = await keyOf(email);
    const { status, json, headers } = await link(id, guest.token);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(await opens(id, json.key)).toBe(true);
    expect(await opens(id, mailed)).toBe(true);
    expect(await opens(await order(guest), json.key)).toBe(false);
  });

  test("is kept as its hash, ten of them at most", async () => {
    const guest = await newGuest(shop.app, await shop.shop());
    const id = await order(guest);
    const keys: string[] = [];
    for (let n = 0; n < 12; n++) keys.push((await link(id, guest.token)).json.key);
    expect(await Promise.all(keys.map((key) => opens(id, key)))).toEqual(keys.map((_, n) => n >= 2));
    const kept = await shop.app.db.selectFrom("order_keys").selectAll().where("order_id", "=", id).execute();
    expect(keys.filter((key) => JSON.stringify(kept).includes(key))).toEqual([]);
  });

  test("is made by nobody else, for no order elsewhere", async () => {
    const guest = await newGuest(shop.app, await shop.shop());
    const id = await order(guest);
    const other = await newGuest(shop.app, await shop.shop());
    expect((await link(id, other.token)).status).toBe(404);
    expect((await link(id, ana.token)).status).toBe(404);
    expect((await link(id)).status).toBe(401);
    expect((await link(id, guest.token, "norte")).status).toBe(404);
    expect((await link("x", guest.token)).status).toBe(404);
  });
});

describe("what was ordered as a guest", () => {
  const register = (guest: Guest | null, phone = "5511112222", email = `${crypto.randomUUID()}@ejemplo.mx`) =>
    shop.call("POST", "/api/v1/customers", {
      body: { name: "Lucía", lastName: "Prueba", phone, username: email, password: "secreta-1" },
      token: guest?.token,
    });
  const ordersOf = async ({ json }: Awaited<ReturnType<typeof register>>): Promise<string[]> => {
    const path = `/api/v1/customers/${json.customer._id}/orders?size=50`;
    const page = (await shop.call("GET", path, { token: json.access_token })).json;
    return page.docs.map((doc: { _id: string }) => doc._id);
  };
  const claim = (id: string, key: string, token: string) =>
    shop.call("POST", `/api/v1/orders/${id}/claim`, { body: { key }, token });

  test("comes along when the guest registers with the same phone, on his own token", async () => {
    const here = await shop.shop();
    const guest = await newGuest(shop.app, here);
    const id = await order(guest);
    expect(await ordersOf(await register(guest))).toEqual([id]);
    expect((await shop.call("GET", `/api/v1/orders/${id}`, { token: guest.token })).status).toBe(404);
  });

  test("stays the guest's when a stranger registers with his phone, or he with another phone", async () => {
    const guest = await newGuest(shop.app, await shop.shop());
    await order(guest);
    expect(await ordersOf(await register(null))).toEqual([]);
    expect(await ordersOf(await register(guest, "5599998888"))).toEqual([]);
  });

  test("is proved by the key of one order's mail: all with that mailbox and phone come, once", async () => {
    const here = await shop.shop();
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const [first, again, otherMail] = [
      await order(await newGuest(shop.app, here, email)),
      await order(await newGuest(shop.app, here, email.toUpperCase())),
      await order(await newGuest(shop.app, here, `${crypto.randomUUID()}@ejemplo.mx`)),
    ];
    await runJobs(shop.app);
    const key = /\?key=([\w-]+)/.exec(
      (await mailsTo(shop.app, email)).find(({ text }) => text.includes(first))!.text,
    )![1]!;
    const account = await register(null);
    const token = account.json.access_token;
    expect(await claim(first, "A".repeat(43), token)).toMatchObject({ status: 404, json: { code: "ORDER_NOT_FOUND" } });
    expect(await claim(otherMail, key, token)).toMatchObject({ status: 404 });
    expect(await claim("x", key, token)).toMatchObject({ status: 404 });
    expect((await claim(first, key, token)).json).toEqual({ status: "OK", claimed: 2 });
    expect((await claim(first, key, token)).json).toEqual({ status: "OK", claimed: 0 });
    expect((await ordersOf(account)).toSorted()).toEqual([first, again].toSorted());
    const elsewhere = await register(null);
    expect((await claim(first, key, elsewhere.json.access_token)).status).toBe(404);
  });

  test("is proved by a link that the guest kept: that one order comes, not his others", async () => {
    const guest = await newGuest(shop.app, await shop.shop());
    const [kept, other] = [await order(guest), await order(guest)];
    const { key } = (await shop.call("POST", `/api/v1/orders/${kept}/link`, { token: guest.token })).json;
    const account = await register(null);
    expect((await claim(other, key, account.json.access_token)).status).toBe(404);
    expect((await claim(kept, key, account.json.access_token)).json).toEqual({ status: "OK", claimed: 1 });
    expect(await ordersOf(account)).toEqual([kept]);
    expect((await shop.call("GET", `/api/v1/orders/${other}`, { token: guest.token })).status).toBe(200);
  });

  test("is not to be had with another phone, nor by a guest", async () => {
    const here = await shop.shop();
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const id = await order(await newGuest(shop.app, here, email));
    const key = await keyOf(email);
    expect((await claim(id, key, (await register(null, "5599998888")).json.access_token)).status).toBe(404);
    expect((await claim(id, key, (await newGuest(shop.app, here)).token)).status).toBe(401);
  });
});

describe("the receipt", () => {
  const receipt = async (id: string, token = ana.token) => {
    const response = await fetch(`${shop.origin}/api/v1/orders/${id}/pdf`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    const { text, totalPages } = await extractText(pdf, { mergePages: true });
    return { response, text, totalPages, title: (await pdf.getMetadata()).info as { Title: string } };
  };

  test("says in Spanish what was bought, by whom, where it goes, and figures that add up", async () => {
    const page = await list("?kind=SHIPPED");
    for (const doc of page.docs) {
      const { response, text, title } = await receipt(doc._id);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/pdf");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("content-disposition")).toBe(`inline; filename="pedido-${doc.reference}.pdf"`);
      expect(title.Title).toBe(`Recibo del pedido #${doc.reference}`);
      const { city, street } = doc.deliveryAddress;
      for (const part of ["Recibo de pedido", `#${doc.reference}`, "Enviado", "Ana Torres Rivera", street, city]) {
        expect(text).toContain(part);
      }
      expect(text).toContain(`Rastreo ${doc.trackingCode}`);
      expect(text).toContain(formatMoney(Math.round(doc.total * 100)));
      for (const line of doc.products) {
        expect(text.replaceAll(/\s+/g, " ")).toContain(line.name);
        expect(text).toContain(formatMoney(Math.round(line.unitPrice * line.quantity * 100)));
      }
      const { cost, extraFee, insurance } = doc.shipping;
      const parts = [doc.subtotal, cost, extraFee, insurance, doc.packaging, doc.fee];
      expect(Math.round(parts.reduce((sum, part) => sum + part, 0) * 100)).toBe(Math.round(doc.total * 100));
      for (const part of parts.filter((pesos) => pesos > 0))
        expect(text).toContain(formatMoney(Math.round(part * 100)));
    }
    expect(page.docs).toHaveLength(2);
  });

  test("of many lines goes on over pages, each numbered, none lost", async () => {
    const guest = await newGuest(shop.app, await shop.shop());
    const id = await order(guest, 40);
    const { text, totalPages } = await receipt(id, guest.token);
    expect(totalPages).toBeGreaterThan(1);
    expect(text.split("Playera de prueba").length - 1).toBe(40);
    for (let page = 1; page <= totalPages; page++) expect(text).toContain(`Página ${page} de ${totalPages}`);
  });

  test("draws names of any script, and longer than a line, without failing", async () => {
    const guest = await newGuest(shop.app, await shop.shop());
    await sql`UPDATE customers SET name = ${"Ñoño Łukasz 漢字 🙂 ".repeat(6)} WHERE id = ${guest.customerId}`.execute(
      shop.app.db,
    );
    const { text } = await receipt(await order(guest), guest.token);
    expect(text).toContain("Ñoño");
  });

  test("belongs to its owner", async () => {
    const id = await order(await newGuest(shop.app, await shop.shop()));
    expect((await shop.call("GET", `/api/v1/orders/${id}/pdf`, { token: ana.token })).status).toBe(404);
    expect((await shop.call("GET", `/api/v1/orders/${id}/pdf`)).status).toBe(404);
  });

  test("of a shipped order names it no longer as waiting", async () => {
    const guest = await newGuest(shop.app, await shop.shop());
    const id = await order(guest);
    expect((await receipt(id, guest.token)).text).toContain("espera su pago");
    await moveOrder(shop.app, id, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
    const { text } = await receipt(id, guest.token);
    expect(text).not.toContain("espera su pago");
    expect(text).toContain("Pago aceptado el");
  });
});
