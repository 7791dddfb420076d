import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scheduleReviewInvitations } from "../reviews/invite-to-review.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import {
  createCustomerWithShippedOrder,
  type CustomerWithShippedOrder,
} from "../testing/customer-with-shipped-order.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await sql`UPDATE shops SET review_invitations_start_at = now() - interval '1 year'`.execute(server.app.db);
});
afterAll(() => server.stop());

/** Creates a customer whose order was shipped this many days ago. Returns them with their mailbox. */
async function createOrderShippedDaysAgo(days: number): Promise<CustomerWithShippedOrder & { mailbox: string }> {
  const recipient = await createCustomerWithShippedOrder(server);
  await server.app.db.transaction().execute(async (tx) => {
    // The history is append-only.
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`UPDATE order_events SET at = now() - interval '1 day' * ${days} WHERE order_id = ${recipient.orderId}`.execute(
      tx,
    );
  });
  const { username } = await server.app.db
    .selectFrom("customers")
    .select("username")
    .where("id", "=", recipient.customerId)
    .executeTakeFirstOrThrow();
  return { ...recipient, mailbox: username! };
}

async function runInvitations(): Promise<void> {
  await scheduleReviewInvitations(server.app);
  await runEmailJobs(server.app);
}

const invitationsTo = async (mailbox: string) =>
  (await listMailsTo(server.app, mailbox)).filter(({ subject }) => subject.startsWith("¿Qué te pareció"));
const review = (recipient: CustomerWithShippedOrder) =>
  server.call("POST", `/api/v1/products/${recipient.size.productId}/reviews`, {
    body: { rating: 5, fit: null, text: "Bien." },
    token: recipient.token,
  });
const setWanted = (token: string, wanted: boolean) =>
  server.call("PUT", "/api/v1/review-invitations", { body: { token, wanted } });

test("a customer is invited once, ten days after the order was shipped", async () => {
  const [dueRecipient, earlyRecipient, lateRecipient] = [
    await createOrderShippedDaysAgo(11),
    await createOrderShippedDaysAgo(9),
    await createOrderShippedDaysAgo(25),
  ];
  await Promise.all([scheduleReviewInvitations(server.app), scheduleReviewInvitations(server.app)]);
  await runInvitations();
  const [mail, ...otherMails] = await invitationsTo(dueRecipient.mailbox);
  expect(otherMails).toEqual([]);
  expect(mail!.text).toContain(`/orders/${dueRecipient.orderId}#resenas`);
  expect(await invitationsTo(earlyRecipient.mailbox)).toEqual([]);
  expect(await invitationsTo(lateRecipient.mailbox)).toEqual([]);
});

test("customers who reviewed everything, and guests, are not invited", async () => {
  const [reviewedRecipient, guest] = [await createOrderShippedDaysAgo(11), await createOrderShippedDaysAgo(11)];
  await review(reviewedRecipient);
  await sql`UPDATE customers SET kind = 'guest', username = NULL, password_hash = NULL WHERE id = ${guest.customerId}`.execute(
    server.app.db,
  );
  await runInvitations();
  expect(await invitationsTo(reviewedRecipient.mailbox)).toEqual([]);
  expect(await invitationsTo(guest.mailbox)).toEqual([]);
});

test("an invitation is not sent if the review is written before the email is sent", async () => {
  const recipient = await createOrderShippedDaysAgo(11);
  await scheduleReviewInvitations(server.app);
  await review(recipient);
  await runEmailJobs(server.app);
  expect(await invitationsTo(recipient.mailbox)).toEqual([]);
});

test("the email's link stops invitations, and can allow them again", async () => {
  const recipient = await createOrderShippedDaysAgo(11);
  await runInvitations();
  const token = /invitaciones#token=([\w-]+)/.exec((await invitationsTo(recipient.mailbox))[0]!.text)![1]!;
  const readRefusedAt = async () =>
    (
      await server.app.db
        .selectFrom("customers")
        .select("review_invitations_refused_at as at")
        .where("id", "=", recipient.customerId)
        .executeTakeFirstOrThrow()
    ).at;
  expect((await setWanted(token, false)).json).toEqual({ status: "OK", wanted: false });
  expect(await readRefusedAt()).not.toBeNull();
  const secondOrder = await createOrderShippedDaysAgo(11);
  await sql`UPDATE orders SET customer_id = ${recipient.customerId} WHERE id = ${secondOrder.orderId}`.execute(
    server.app.db,
  );
  await runInvitations();
  expect(await invitationsTo(secondOrder.mailbox)).toEqual([]);
  expect((await setWanted(token, true)).json.wanted).toBe(true);
  await runInvitations();
  expect(await invitationsTo(secondOrder.mailbox)).toHaveLength(1);
  expect((await setWanted("A".repeat(43), false)).status).toBe(404);
});

test("the switch in the account stops invitations, even one that is already queued, and can allow them again", async () => {
  const recipient = await createOrderShippedDaysAgo(11);
  const path = `/api/v1/customers/${recipient.customerId}/review-invitations`;
  const { token } = recipient;
  const change = (wanted: unknown) => server.call("PUT", path, { body: { wanted }, token });
  expect((await server.call("GET", path, { token })).json).toEqual({ wanted: true });
  await scheduleReviewInvitations(server.app);
  expect((await change(false)).json).toEqual({ wanted: false });
  await runEmailJobs(server.app);
  expect(await invitationsTo(recipient.mailbox)).toEqual([]);
  expect((await server.call("GET", path, { token })).json).toEqual({ wanted: false });
  expect(await change("no")).toMatchObject({ status: 422, json: { errors: [{ path: "wanted" }] } });
  const secondOrder = await createOrderShippedDaysAgo(11);
  await sql`UPDATE orders SET customer_id = ${recipient.customerId} WHERE id = ${secondOrder.orderId}`.execute(
    server.app.db,
  );
  await runInvitations();
  expect(await invitationsTo(secondOrder.mailbox)).toEqual([]);
  expect((await change(true)).json).toEqual({ wanted: true });
  await runInvitations();
  expect(await invitationsTo(secondOrder.mailbox)).toHaveLength(1);
});

test("a shop with 0 days sends no invitations, and none are sent for orders from before invitations existed", async () => {
  const setDays = (days: number) =>
    sql`UPDATE shops SET settings = jsonb_set(settings, '{reviews,inviteAfterDays}', ${String(days)}::jsonb)`.execute(
      server.app.db,
    );
  const recipient = await createOrderShippedDaysAgo(11);
  await setDays(0);
  await runInvitations();
  await setDays(10);
  await sql`UPDATE shops SET review_invitations_start_at = now() - interval '5 days'`.execute(server.app.db);
  await runInvitations();
  expect(await invitationsTo(recipient.mailbox)).toEqual([]);
  await sql`UPDATE shops SET review_invitations_start_at = now() - interval '1 year'`.execute(server.app.db);
  await runInvitations();
  expect(await invitationsTo(recipient.mailbox)).toHaveLength(1);
});
