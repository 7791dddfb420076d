import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatDeadline } from "../../domain/long-date.ts";
import { formatMoney } from "../../domain/money.ts";
import { transact } from "../db/transact.ts";
import { mailVoucher } from "../notifications/payment-email-jobs.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { moveOrder } from "../orders/move-order.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { createTestCart } from "../testing/checkout-fixtures.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { requestRefund } from "./request-refund.ts";
import { expireOrder } from "./expire-order.ts";
import { cancelPendingPayments, reconcileOrderPayments } from "./reconcile-payment.ts";
import { refundPayment } from "./refund-payment.ts";
import { scheduleReminders } from "./payment-reminders.ts";

/** No worker runs during these tests: emails are sent only when a test runs the jobs, after its setup. */
let server: TestServer;
let payer: Payer;
beforeAll(async () => {
  server = await startTestServer();
  payer = new Payer(server);
});
afterAll(() => server.stop());

const actorAndReason = { actor: "prueba", reason: "Prueba" };
const reconcile = (order: PlacedOrder) => reconcileOrderPayments(server.app, order.id, "job");

const orderRowOf = (order: PlacedOrder) =>
  server.app.db.selectFrom("orders").selectAll().where("id", "=", order.id).executeTakeFirstOrThrow();
const paymentOf = (order: PlacedOrder) =>
  server.app.db.selectFrom("payments").selectAll().where("order_id", "=", order.id).executeTakeFirstOrThrow();

/** The emails to the customer of an order, without its confirmation. Jobs run concurrently, in no fixed order. */
async function readLaterMailsOf(order: PlacedOrder) {
  await runEmailJobs(server.app);
  const mails = await listMailsTo(server.app, (await orderRowOf(order)).customer_email!);
  return mails.filter(({ subject }) => !subject.startsWith("Recibimos"));
}

const listSubjects = async (order: PlacedOrder) => (await readLaterMailsOf(order)).map(({ subject }) => subject);

/** The status of the order that an email's link opens, without a session. */
async function fetchStatusFromLink(
  order: PlacedOrder,
  { text, html }: { text: string; html: string },
): Promise<string> {
  const [link, key] = new RegExp(`http[^ ]*/orders/${order.id}\\?key=([\\w-]+)`).exec(text)!;
  expect(html).toContain(link);
  return (await server.call("GET", `/api/v1/orders/${order.id}?key=${key}`)).json.status;
}

async function refundNow(order: PlacedOrder, cents: number | null): Promise<void> {
  expect(await requestRefund(server.app, order.id, cents, actorAndReason)).toHaveProperty("cents");
  await sendRequestedRefunds();
}

async function sendRequestedRefunds(): Promise<void> {
  const requestedRefunds = await server.app.db
    .selectFrom("payment_refunds")
    .select("id")
    .where("state", "=", "ASKED")
    .execute();
  for (const { id } of requestedRefunds) await refundPayment(server.app, { refundId: id });
}

describe("a voucher", () => {
  test("is sent once, with the amount, the reference, the deadline and the links to the voucher and to the order", async () => {
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "CONT");
    await reconcile(order);
    await reconcile(order);
    const [mail, ...otherMails] = await readLaterMailsOf(order);
    await sql`UPDATE payments SET provider_updated_at = now() - interval '1 day' WHERE order_id = ${order.id}`.execute(
      server.app.db,
    );
    await reconcile(order);
    expect([...otherMails, ...(await readLaterMailsOf(order)).slice(1)]).toEqual([]);
    expect(mail!.subject).toBe(`Tu ficha de pago del pedido #${order.reference}`);
    const payment = await paymentOf(order);
    expect(mail!.text).toContain(`Monto exacto: ${formatMoney(Math.round(order.totalPesos * 100))}`);
    expect(mail!.text).toContain(`Referencia: ${payment.voucher_reference}`);
    expect(mail!.text).toContain(`Paga antes del: ${formatDeadline(payment.expires_at!)}`);
    expect(mail!.text).toContain(`Ver ficha de pago: ${payment.voucher_url}`);
    expect(mail!.text).toContain("Este enlace es solo tuyo");
    expect(await fetchStatusFromLink(order, mail!)).toBe("WAITING_PAYMENT");
  });

  test("that was cancelled before its email was sent is not sent", async () => {
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "CONT");
    await reconcile(order);
    await cancelPendingPayments(server.app, order.id);
    expect(await readLaterMailsOf(order)).toEqual([]);
    await mailVoucher(server.app, { orderId: order.id, paymentId: (await paymentOf(order)).id, key: null });
    expect(await readLaterMailsOf(order)).toEqual([]);
  });

  test("of a customer without an email address is not sent", async () => {
    const order = await payer.placeOrder();
    const { customer_email: email } = await orderRowOf(order);
    await runEmailJobs(server.app);
    await server.app.db.updateTable("orders").set({ customer_email: null }).where("id", "=", order.id).execute();
    await payer.pay(order.preferenceId, "CONT");
    await reconcile(order);
    await runEmailJobs(server.app);
    expect((await listMailsTo(server.app, email!)).map(({ subject }) => subject)).toEqual([
      `Recibimos tu pedido #${order.reference}`,
    ]);
  });
});

describe("a reminder", () => {
  /** An order placed `hoursAgo` hours ago, with `hoursLeft` hours left to pay. */
  async function placeOrderWithDeadline(
    method: "MP" | "TB",
    hoursAgo: number,
    hoursLeft: number,
  ): Promise<PlacedOrder> {
    const order = await payer.placeOrder({ method });
    await sql`UPDATE orders SET created_at = now() - ${hoursAgo} * interval '1 hour',
      payment_due_at = now() + ${hoursLeft} * interval '1 hour' WHERE id = ${order.id}`.execute(server.app.db);
    return order;
  }

  /** The same for an order with a voucher: `hoursAgo` and `hoursLeft` are those of the voucher. */
  async function placeOrderWithVoucher(hoursAgo: number, hoursLeft: number): Promise<PlacedOrder> {
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "CONT");
    await reconcile(order);
    // The row is newer than the provider's data, so that a pending webhook does not change it back.
    await sql`UPDATE payments SET created_at = now() - ${hoursAgo} * interval '1 hour',
      expires_at = now() + ${hoursLeft} * interval '1 hour', provider_updated_at = now() + interval '1 day'
      WHERE order_id = ${order.id}`.execute(server.app.db);
    return order;
  }

  const scheduleAndCheckReminded = async (order: PlacedOrder): Promise<boolean> => {
    await scheduleReminders(server.app);
    return (await orderRowOf(order)).reminded_at !== null;
  };

  test.each<["MP" | "TB", number, number, boolean, string]>([
    ["TB", 37, 11, true, "a transfer, 12 hours before the deadline"],
    ["TB", 35, 13, false, "a transfer, earlier than that"],
    ["TB", 10, 11, false, "a transfer with less than twice 12 hours to pay in all"],
    ["MP", 19, 5, true, "online, 6 hours before the deadline"],
    ["MP", 17, 7, false, "online, earlier than that"],
    ["MP", 3, 5, false, "online, with a short time to pay"],
    ["MP", 30, -1, false, "past the deadline"],
  ])("%s, %i h old, %i h left: %s (%s)", async (method, hoursAgo, hoursLeft, expected) => {
    expect(await scheduleAndCheckReminded(await placeOrderWithDeadline(method, hoursAgo, hoursLeft))).toBe(expected);
  });

  test.each([
    [50, 23, true, "a day before its deadline"],
    [50, 25, false, "earlier than that"],
    [20, 23, false, "the voucher is valid for less than two days"],
    [50, -1, false, "the voucher has expired"],
  ])("a voucher %i h old that ends in %i h: %s (%s)", async (hoursAgo, hoursLeft, expected) => {
    expect(await scheduleAndCheckReminded(await placeOrderWithVoucher(hoursAgo, hoursLeft))).toBe(expected);
  });

  test("of a transfer has the deadline, the amount and the reference, and is sent once", async () => {
    const order = await placeOrderWithDeadline("TB", 37, 11);
    await scheduleReminders(server.app);
    await scheduleReminders(server.app);
    const [mail, ...otherMails] = await readLaterMailsOf(order);
    await scheduleReminders(server.app);
    expect([...otherMails, ...(await readLaterMailsOf(order)).slice(1)]).toEqual([]);
    expect(mail!.subject).toBe(`Tu pedido #${order.reference} espera tu pago`);
    expect(mail!.text).toContain(formatDeadline((await orderRowOf(order)).payment_due_at!));
    expect(mail!.text).toContain(`Total: ${formatMoney(Math.round(order.totalPesos * 100))}`);
    expect(mail!.text).toContain(`Referencia: ${order.reference.padStart(7, "0")}`);
    expect(await fetchStatusFromLink(order, mail!)).toBe("WAITING_PAYMENT");
  });

  test("of a voucher contains the voucher", async () => {
    const order = await placeOrderWithVoucher(50, 23);
    await scheduleReminders(server.app);
    const mail = (await readLaterMailsOf(order)).find(({ subject }) => subject.includes("está por vencer"));
    const { voucher_url, expires_at } = await paymentOf(order);
    expect(mail!.text).toContain(`Ver ficha de pago: ${voucher_url}`);
    expect(mail!.text).toContain(`Paga antes del: ${formatDeadline(expires_at!)}`);
  });

  test("is not sent if the order was paid or cancelled, or a receipt was sent, in the meantime", async () => {
    const [paidOrder, cancelledOrder, orderWithReceipt] = [
      await placeOrderWithDeadline("MP", 19, 5),
      await placeOrderWithDeadline("MP", 19, 5),
      await placeOrderWithDeadline("TB", 37, 11),
    ];
    await scheduleReminders(server.app);
    await payer.pay(paidOrder.preferenceId, "APRO");
    await reconcile(paidOrder);
    await moveOrder(server.app, cancelledOrder.id, { ...actorAndReason, to: "CANCELLED" });
    await server.app.db
      .insertInto("transfer_receipts")
      .values({
        id: crypto.randomUUID(),
        order_id: orderWithReceipt.id,
        file: "a.jpg",
        content_type: "image/jpeg",
        bytes: 1,
      })
      .execute();
    expect(await listSubjects(paidOrder)).toEqual([`Confirmamos el pago de tu pedido #${paidOrder.reference}`]);
    expect(await listSubjects(cancelledOrder)).toEqual([`Cancelamos tu pedido #${cancelledOrder.reference}`]);
    expect(await listSubjects(orderWithReceipt)).toEqual([]);
  });

  test("is sent later if the deadline moved before it was sent", async () => {
    const order = await placeOrderWithDeadline("TB", 37, 11);
    await scheduleReminders(server.app);
    const moveDeadline = (hours: number) =>
      sql`UPDATE orders SET payment_due_at = now() + ${hours} * interval '1 hour' WHERE id = ${order.id}`.execute(
        server.app.db,
      );
    await moveDeadline(30);
    expect(await listSubjects(order)).toEqual([]);
    expect(await scheduleAndCheckReminded(order)).toBe(false);
    await moveDeadline(11);
    expect(await scheduleAndCheckReminded(order)).toBe(true);
    expect(await listSubjects(order)).toEqual([`Tu pedido #${order.reference} espera tu pago`]);
  });

  test("that concurrent processes schedule is sent once", async () => {
    const order = await placeOrderWithDeadline("TB", 37, 11);
    await Promise.all([1, 2, 3, 4].map(() => scheduleReminders(server.app)));
    expect(await listSubjects(order)).toHaveLength(1);
  });
});

describe("the email about an order that ends", () => {
  test("because its deadline passed says so", async () => {
    const order = await payer.placeOrder();
    await sql`UPDATE orders SET payment_due_at = now() - interval '1 minute' WHERE id = ${order.id}`.execute(
      server.app.db,
    );
    await expireOrder(server.app, { orderId: order.id });
    const [mail] = await readLaterMailsOf(order);
    expect(mail!.subject).toBe(`Se acabó el tiempo para pagar tu pedido #${order.reference}`);
    expect(mail!.text).toContain("No nos llegó tu pago a tiempo");
    expect(await fetchStatusFromLink(order, mail!)).toBe("CANCELLED");
  });

  test("because staff cancelled it mentions no deadline and no missing payment", async () => {
    const order = await payer.placeOrder();
    await moveOrder(server.app, order.id, { ...actorAndReason, to: "CANCELLED" });
    const [mail] = await readLaterMailsOf(order);
    expect(mail!.subject).toBe(`Cancelamos tu pedido #${order.reference}`);
    expect(mail!.text).not.toMatch(/tiempo|No nos llegó|devolvimos/);
  });

  test("because all of its money was refunded says so", async () => {
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "APRO");
    await reconcile(order);
    await refundNow(order, null);
    const mails = await readLaterMailsOf(order);
    const cancellationMail = mails.find(({ subject }) => subject.startsWith("Cancelamos"));
    expect(cancellationMail!.text).toContain("Te devolvimos todo lo que pagaste");
    const refundMail = mails.find(({ subject }) => subject.startsWith("Te devolvimos"));
    expect(refundMail!.text).toContain("Tu pedido está cancelado");
  });

  test("because its tickets were sent mentions no carrier", async () => {
    const order = await payer.placeOrder({ isDigital: true });
    await payer.pay(order.preferenceId, "APRO");
    await reconcile(order);
    const [mail, ...otherMails] = await readLaterMailsOf(order);
    expect(otherMails).toEqual([]);
    expect(mail!.text).toContain("Tu boleto está en el PDF adjunto");
    expect(mail!.text).not.toContain("paquetería");
  });
});

test("the email with tickets that were paid late says that the order is valid again", async () => {
  const order = await payer.placeOrder({ isDigital: true });
  await payer.pay(order.preferenceId, "APRO");
  await moveOrder(server.app, order.id, { to: "CANCELLED", ...actorAndReason });
  await reconcile(order);
  const mail = (await readLaterMailsOf(order)).find(({ subject }) => subject.startsWith("Tus boletos"));
  expect(mail!.text).toContain("tu pedido sigue en pie");
  expect(mail!.attachments).toHaveLength(1);
});

describe("the email about a refund", () => {
  test("of tickets says that they are void", async () => {
    const order = await payer.placeOrder({ isDigital: true });
    await payer.pay(order.preferenceId, "APRO");
    await reconcile(order);
    await refundNow(order, null);
    const refundMail = (await readLaterMailsOf(order)).find(({ subject }) => subject.startsWith("Te devolvimos"));
    expect(refundMail!.text).toContain("Tus boletos quedaron anulados");
  });

  test("in parts is one email for each part, with its amount and the time to expect it", async () => {
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "APRO");
    await reconcile(order);
    await refundNow(order, 10_00);
    await reconcile(order);
    await refundNow(order, 5_50);
    const refundMails = (await readLaterMailsOf(order)).filter(({ subject }) => subject.startsWith("Te devolvimos"));
    expect(refundMails.map(({ subject }) => subject).toSorted()).toEqual([
      `Te devolvimos $10.00 del pedido #${order.reference}`,
      `Te devolvimos $5.50 del pedido #${order.reference}`,
    ]);
    for (const mail of refundMails) {
      expect(mail.text).toContain("tarda de 2 a 35 días");
      expect(mail.text).toContain("Lo demás de tu pedido no cambia.");
      expect(await fetchStatusFromLink(order, mail)).toBe("PAYMENT_ACCEPTED");
    }
  });

  test("made in the provider's own panel is sent too", async () => {
    const order = await payer.placeOrder();
    const paymentId = await payer.pay(order.preferenceId, "APRO");
    await reconcile(order);
    await payer.controlSandbox({ act: "refund", payment_id: paymentId, amount: 7 });
    await reconcile(order);
    expect(await listSubjects(order)).toContain(`Te devolvimos $7.00 del pedido #${order.reference}`);
  });

  test("of a voucher that was paid in cash names the Mercado Pago account", async () => {
    const order = await payer.placeOrder();
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await payer.controlSandbox({ act: "approve", payment_id: paymentId });
    await reconcile(order);
    await refundNow(order, 10_00);
    const refundMail = (await readLaterMailsOf(order)).find(({ subject }) => subject.startsWith("Te devolvimos"));
    expect(refundMail!.text).toContain("tu cuenta de Mercado Pago");
  });
});

describe("money that arrives after the order was cancelled", () => {
  async function placeOrderPaidLate(stock: "available" | "soldOut"): Promise<PlacedOrder> {
    const order = await payer.placeOrder();
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await reconcile(order);
    await moveOrder(server.app, order.id, { ...actorAndReason, to: "CANCELLED" });
    if (stock === "soldOut") await createTestCart(server.app, await server.findShop(), [{ ...order.size, pieces: 1 }]);
    await payer.controlSandbox({ act: "approve", payment_id: paymentId });
    await reconcile(order);
    return order;
  }

  test("makes the order valid again, and the email says so", async () => {
    const order = await placeOrderPaidLate("available");
    const mail = (await readLaterMailsOf(order)).find(({ subject }) => subject.startsWith("Confirmamos"));
    expect(mail!.text).toContain("tu pedido sigue en pie");
    expect(await fetchStatusFromLink(order, mail!)).toBe("PAYMENT_ACCEPTED");
  });

  test("is refunded if the pieces are sold out, and the email says so", async () => {
    const order = await placeOrderPaidLate("soldOut");
    await sendRequestedRefunds();
    const mails = await readLaterMailsOf(order);
    expect(mails.filter(({ subject }) => subject.startsWith("Confirmamos"))).toEqual([]);
    expect(mails.find(({ subject }) => subject.startsWith("Te devolvimos"))!.text).toContain("está cancelado");
  });
});

test("the link in a registered customer's email has no key, which would stay valid after a change of password", async () => {
  const order = await payer.placeOrder();
  await server.app.db
    .updateTable("orders")
    .set((eb) => ({
      customer_id: eb
        .selectFrom("customers")
        .select("id")
        .where("kind", "!=", "guest")
        .where("shop_id", "=", eb.ref("orders.shop_id"))
        .limit(1),
    }))
    .where("id", "=", order.id)
    .execute();
  await transact(server.app.db, (tx) =>
    enqueueOrderEmail(tx, order.id, "mail_order_moved", { status: "CANCELLED", because: null }),
  );
  const [mail] = await readLaterMailsOf(order);
  expect(mail!.text).toMatch(new RegExp(`/orders/${order.id}$`, "m"));
  expect(mail!.text).not.toContain("Este enlace es solo tuyo");
});
