import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../../../domain/refusal.ts";
import { listViolatedInvariants } from "../../../../server/testing/violated-invariants.ts";
import { correctCustomer } from "../../../../server/customers/office/correct-customer.ts";
import { eraseCustomer } from "../../../../server/customers/office/erase-customer.ts";
import { findCustomers } from "../../../../server/customers/office/find-customers.ts";
import { listTagsOf } from "../../../../server/customers/office/change-customer-tags.ts";
import { findCustomer } from "../../../../server/customers/queries.ts";
import { startWorker } from "../../../../server/job-worker.ts";
import { searchSentMails } from "../../../../server/mail/sent-mails.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { createStampedInvoice, LUCIA, TEST_ACTOR } from "../../../../server/testing/invoiced-order.ts";
import { runEmailJobs } from "../../../../server/testing/mails.ts";
import { Payer } from "../../../../server/testing/payer.ts";
import { openTestOffice, type TestOffice } from "../../../../server/testing/test-office.ts";

let office: TestOffice;
let worker: ReturnType<typeof startWorker>;
beforeAll(async () => {
  office = await openTestOffice();
  worker = startWorker(office.app);
});
afterAll(async () => {
  await worker.stop();
  const violatedInvariants = await listViolatedInvariants(office.app);
  await office.stop();
  expect(violatedInvariants).toEqual([]);
});

let registeredCount = 0;
async function registerCustomer(overrides: object = {}) {
  const username = `clienta.${++registeredCount}.${crypto.randomUUID()}@ejemplo.mx`;
  const person = { name: "Íñigo", lastName: "Muñoz Peña", phone: "3312345678", username, password: "secreta-123" };
  const { json, status, text } = await office.call("POST", "/api/v1/customers", { body: { ...person, ...overrides } });
  expect(status, text).toBe(200);
  return { id: json.customer._id as string, token: json.access_token as string, username };
}

const findIds = (term: string, shops: "all" | string[] = "all") =>
  findCustomers(office.app.db, { shops, term }, 50).then((rows) => rows.map(({ id }) => id));
const countLockWaits = async () => {
  const { rows } = await sql`
    SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE a.datname = current_database() AND NOT l.granted
      AND a.query LIKE '%customers%'`.execute(office.app.db);
  return rows.length;
};
/** Inserts a confirmed place in a waiting list. */
const addToWaitingList = (email: string) =>
  sql`INSERT INTO waiting_list (id, shop_id, size_id, email, state, confirmation_token_hash, confirmed_at)
    SELECT gen_random_uuid(), (SELECT id FROM shops LIMIT 1), (SELECT id FROM sizes LIMIT 1), ${email}, 'waiting', convert_to(${email}, 'UTF8'), now()`.execute(
    office.app.db,
  );
const pathOf = (id: string) => `/panel/clientes/${id}`;

test("a customer is found by name without accents, by phone and by email, and never by a pattern", async () => {
  const { id, username } = await registerCustomer();
  for (const term of [
    "inigo munoz",
    "munoz íñigo",
    "MUÑOZ PEÑA",
    "3312345678",
    "33 1234 5678",
    username.slice(0, 20),
  ]) {
    expect(await findIds(term), term).toContain(id);
  }
  expect(await findIds("%%%")).toEqual([]);
  const phoneSearchResponse = await office.visit(`/panel/clientes?q=${encodeURIComponent("+52 33 1234-5678")}`, {
    as: "sales",
  });
  expect(phoneSearchResponse.text).toContain("Íñigo");
});

test("the list shows a user name that is a phone number as a phone number, not as an email address", async () => {
  await registerCustomer({ name: "Renata", username: "5587654321" });
  const { text } = await office.visit("/panel/clientes?q=renata", { as: "sales" });
  expect(text).toContain("Entra con 55 8765 4321");
  expect(text).not.toContain("5587654321<");
  // With a single result, the search would redirect to the customer's page.
  await registerCustomer({ name: "Renata" });
  const searchResponse = await office.visit("/panel/buscar?q=renata", { as: "sales" });
  expect(searchResponse.text).toContain("entra con 55 8765 4321");
});

test("the pages of the list show each customer once", async () => {
  for (let n = 0; n < 3; n++) await registerCustomer();
  const listedIds: string[] = [];
  let cursor: { at: string; id: string } | undefined;
  do {
    const rows = await findCustomers(office.app.db, { shops: "all", term: "", after: cursor }, 2);
    listedIds.push(...rows.map(({ id }) => id));
    const lastRow = rows.at(-1);
    cursor = rows.length === 2 ? { at: lastRow!.createdAt, id: lastRow!.id } : undefined;
  } while (cursor);
  expect(new Set(listedIds).size).toBe(listedIds.length);
  const { total } = await office.app.db
    .selectFrom("customers")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  expect(listedIds).toHaveLength(total);
});

test("a branch sees only its own customers, and cannot change the accounts of the whole chain", async () => {
  const { id } = await registerCustomer();
  const branch = await office.findShop("norte");
  expect(await findIds("", [branch.id])).not.toContain(id);
  expect((await office.visit(pathOf(id), { as: "branchOwner" })).status).toBe(404);
  const order = await new Payer(office).placeOrder({ method: "TB" });
  await sql`UPDATE orders SET shop_id = ${branch.id}, customer_id = ${id}, claimed_from_customer_id = customer_id WHERE id = ${order.id}`.execute(
    office.app.db,
  );
  expect(await findIds("", [branch.id])).toContain(id);
  expect((await office.visit(pathOf(id), { as: "branchOwner" })).text).toContain(`/panel/pedidos/${order.id}`);
  expect((await office.visit(pathOf(id), { as: "branchOwner", form: { intent: "note", note: "Llamó" } })).status).toBe(
    302,
  );
  for (const intent of ["correct", "assist", "sign-out"]) {
    expect((await office.visit(pathOf(id), { as: "branchOwner", form: { intent } })).status, intent).toBe(404);
  }
});

test("a correction is saved, the log has none of its values, and invalid or taken data are refused", async () => {
  const [customer, otherCustomer] = [await registerCustomer(), await registerCustomer()];
  const correction = { name: "Ana", lastName: "Paz", phone: "55 1111 2222", username: customer.username, email: "" };
  const headOffice = await office.findShop();
  const correct = (overrides: object) =>
    correctCustomer(office.app, headOffice, customer.id, { ...correction, ...overrides }, TEST_ACTOR);
  expect(await correct({ username: otherCustomer.username })).toEqual({ refused: "username_taken" });
  expect(await correct({ username: "nadie" })).toEqual({ refused: "username_invalid" });
  expect(await correct({ phone: "12" })).toEqual({ refused: "phone_wrong" });
  expect(await correct({ email: "x@" })).toEqual({ refused: "email_wrong" });
  expect(await correct({ lastName: "" })).toEqual({ refused: "name_missing" });
  expect(await correct({})).toBe("corrected");
  expect(await findCustomer(office.app.db, customer.id)).toMatchObject({ name: "Ana", phone: "5511112222" });
  const [change] = await listChanges(office.app.db, "customer", { id: customer.id });
  expect(change).toMatchObject({
    action: "customer-correct",
    after: { fields: ["name", "lastName", "phone", "email"] },
  });
  expect(JSON.stringify(change)).not.toContain("Paz");
});

test("a token signs staff in as the customer once, the log and the page show it, and staff end the session", async () => {
  const { id, username } = await registerCustomer();
  const { text } = await office.visit(pathOf(id), { as: "sales", form: { intent: "assist" } });
  const [, fragment] = /\/sulogin#([^"]+)"/.exec(text)!;
  const suToken = new URLSearchParams(fragment!.replaceAll("&amp;", "&")).get("token")!;
  const logIn = () => office.call("POST", "/api/v1/auth/login", { body: { username, password: "x", suToken } });
  expect((await logIn()).json).toMatchObject({ assistedBy: "Persona" });
  expect((await logIn()).status).toBe(401);
  expect((await listChanges(office.app.db, "customer", { id })).map(({ action }) => action)).toEqual(["assist"]);
  const pageText = (await office.visit(pathOf(id), { as: "sales" })).text;
  expect(pageText).toContain("Lo que el equipo hizo en su nombre");
  await office.visit(pathOf(id), { as: "sales", form: { intent: "sign-out" } });
  expect((await office.visit(pathOf(id), { as: "sales" })).text).toContain("Ninguna.");
});

test("notes are stored as written, and the log repeats none of their words", async () => {
  const { id } = await registerCustomer();
  expect((await office.visit(pathOf(id), { as: "accounting", form: { intent: "note", note: "  " } })).text).toContain(
    "Escribe la nota",
  );
  await office.visit(pathOf(id), { as: "accounting", form: { intent: "note", note: "<b>Prefiere</b> la tarde" } });
  expect((await office.visit(pathOf(id), { as: "sales" })).text).toContain("&lt;b&gt;Prefiere&lt;/b&gt; la tarde");
  expect(JSON.stringify(await listChanges(office.app.db, "customer", { id }))).not.toContain("Prefiere");
  await expect(sql`UPDATE customer_notes SET body = 'otra'`.execute(office.app.db)).rejects.toThrow("append-only");
});

test("tags are set on the customer's page and in bulk, listed, searched and logged", async () => {
  const [customer, otherCustomer] = [await registerCustomer(), await registerCustomer()];
  const setTags = (tags: string, as: "sales" | "accounting" = "sales") =>
    office.visit(pathOf(customer.id), { as, form: { intent: "tags", tags } });
  expect((await setTags("VIP", "accounting")).status).not.toBe(302);
  expect((await setTags("a".repeat(31))).text).toContain("de 1 a 30 letras");
  expect((await setTags("VIP,  Clienta frecuente")).status).toBe(302);
  expect(await listTagsOf(office.app.db, customer.id)).toEqual(["clienta frecuente", "vip"]);
  expect((await setTags("vip")).status).toBe(302);
  const submitBulkForm = (intent: string) =>
    office.visit("/panel/clientes", {
      as: "sales",
      form: [
        ["intent", intent],
        ["tag", "Vip"],
        ["row", customer.id],
        ["row", otherCustomer.id],
      ],
    });
  expect((await submitBulkForm("add")).text).toContain("2 clientes con la etiqueta «vip»");
  expect((await office.visit("/panel/clientes?etiqueta=vip", { as: "sales" })).text).toContain(
    pathOf(otherCustomer.id),
  );
  expect((await submitBulkForm("poner")).status).toBe(400);
  expect((await submitBulkForm("remove")).text).toContain("2 clientes sin la etiqueta");
  expect(await listTagsOf(office.app.db, otherCustomer.id)).toEqual([]);
  expect(
    (await listChanges(office.app.db, "customer", { id: customer.id })).map(({ action, before, after }) => [
      action,
      before,
      after,
    ]),
  ).toEqual([
    ["customer-tag", { tags: ["vip"] }, null],
    ["customer-tag", { tags: ["clienta frecuente"] }, null],
    ["customer-tag", null, { tags: ["clienta frecuente", "vip"] }],
  ]);
});

test("all data of a customer are exported, and after the erasure only legally required documents name them", async () => {
  const { id, token, username } = await registerCustomer({ name: "Zenobia", lastName: "Quintanar" });
  const { orderId, id: invoiceId } = await createStampedInvoice(office);
  // A request to invoice an order of a global invoice, which ended with a problem.
  await sql`
    INSERT INTO own_invoice_requests (order_id, global_invoice_id, global_correction, receiver, email, actor, ended_at, problem)
    VALUES (${orderId}, ${invoiceId}, 'creditNote', ${JSON.stringify({ ...LUCIA, name: "Zenobia Quintanar" })},
      ${username}, 'prueba', now(), 'prueba')`.execute(office.app.db);
  await sql`UPDATE orders SET customer_id = ${id}, claimed_from_customer_id = customer_id, customer_name = 'Zenobia', customer_last_name = 'Quintanar',
    customer_email = ${username} WHERE id = ${orderId}`.execute(office.app.db);
  await office.visit(pathOf(id), { as: "owner", form: { intent: "note", note: "Zenobia llama de noche" } });
  await office.visit(pathOf(id), { as: "owner", form: { intent: "tags", tags: "vip" } });
  await office.call("POST", "/api/v1/auth/forgot", { body: { username } });
  await runEmailJobs(office.app);
  expect(await searchSentMails(office.app.db, { text: username, limit: 9 })).toHaveLength(1);
  // The mailbox that the customer confirmed, and that of the guest whose order the customer claimed.
  const [confirmedEmail, guestEmail] = [
    `zenobia.${crypto.randomUUID()}@ejemplo.mx`,
    `invitada.${crypto.randomUUID()}@ejemplo.mx`,
  ];
  await sql`UPDATE customers SET confirmed_email = ${confirmedEmail} WHERE id = ${id}`.execute(office.app.db);
  await sql`UPDATE customers SET email = ${guestEmail}
    WHERE id = (SELECT claimed_from_customer_id FROM orders WHERE id = ${orderId})`.execute(office.app.db);
  for (const email of [confirmedEmail, guestEmail]) await addToWaitingList(email);
  const { text, headers } = await office.visit(`${pathOf(id)}/datos`, { as: "owner" });
  expect(headers.get("content-disposition")).toContain(`datos-${id}.json`);
  expect(JSON.parse(text)).toMatchObject({
    customer: { username },
    orders: [{ name: "Zenobia Quintanar", payments: [{ state: "APPROVED" }] }],
    invoices: [{ receiver: { rfc: LUCIA.rfc } }],
    tags: ["vip"],
    notes: [{ body: "Zenobia llama de noche" }],
    mails: expect.arrayContaining([expect.objectContaining({ recipient: username })]),
    waitingList: [{ state: "waiting" }, { state: "waiting" }],
  });
  expect(text).not.toContain("password");

  expect((await office.visit(`${pathOf(id)}/borrar`, { as: "owner", form: {} })).text).toContain("Marca que entiendes");
  expect((await office.visit(`${pathOf(id)}/borrar`, { as: "owner", form: { sure: "yes" } })).status).toBe(302);
  const dump = await sql<{ all: string }>`
    SELECT concat_ws(' ', (SELECT json_agg(c) FROM customers c), (SELECT json_agg(o) FROM orders o),
      (SELECT json_agg(n) FROM customer_notes n), (SELECT json_agg(l) FROM change_log l),
      (SELECT json_agg(t) FROM tickets t), (SELECT json_agg(a) FROM addresses a),
      (SELECT json_agg(m) FROM sent_mails m), (SELECT json_agg(w) FROM waiting_list w), (SELECT json_agg(r) FROM own_invoice_requests r)) AS all`.execute(
    office.app.db,
  );
  expect(dump.rows[0]!.all).not.toMatch(/Zenobia|Quintanar/);
  for (const email of [username, confirmedEmail, guestEmail]) expect(dump.rows[0]!.all).not.toContain(email);
  expect((await office.call("GET", `/api/v1/orders/${orderId}`, { token })).status).not.toBe(200);
  expect((await office.visit(pathOf(id), { as: "sales" })).text).toContain(LUCIA.rfc);
  expect(await eraseCustomer(office.app, id, TEST_ACTOR)).toEqual({ refused: "customer_erased" });
});

test("a change that waits while its customer is erased stores nothing", async () => {
  const { id, token } = await registerCustomer();
  const person = { name: "Zulema", lastName: "Olvido", phone: "3311112222" };
  const address = { street: "Calle Olvido 1", neigh: "Centro", postalCode: "06700", city: "CDMX", state: "CDMX" };
  const pendingResponses = await office.app.db.transaction().execute(async (tx) => {
    await tx.selectFrom("customers").select("id").where("id", "=", id).forUpdate().execute();
    const waitingRequests = [
      office.call("PUT", `/api/v1/customers/${id}`, { token, body: person }),
      office.call("POST", `/api/v1/customers/${id}/address`, { token, body: address }),
    ];
    await expect.poll(countLockWaits, { timeout: 10_000 }).toBe(2);
    await tx
      .updateTable("customers")
      .set({ erased_at: new Date(), kind: "guest", username: null, email: null, password_hash: null })
      .where("id", "=", id)
      .execute();
    return waitingRequests;
  });
  expect((await Promise.all(pendingResponses)).map(({ status }) => status)).toEqual([404, 409]);
  const storedCustomer = await office.app.db
    .selectFrom("customers")
    .select("name")
    .where("id", "=", id)
    .executeTakeFirst();
  expect(storedCustomer?.name).not.toBe("Zulema");
  expect(await office.app.db.selectFrom("addresses").select("id").where("customer_id", "=", id).execute()).toEqual([]);
});

test("a customer with an unfinished order is not erased", async () => {
  const order = await new Payer(office).placeOrder({ method: "TB" });
  const { customer_id: id } = await office.app.db
    .selectFrom("orders")
    .select("customer_id")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  const eraseResult = await eraseCustomer(office.app, id, TEST_ACTOR);
  expect(isRefusal(eraseResult) && eraseResult.refused).toBe("customer_has_orders");
});
