import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatDeadline } from "../../domain/dates.ts";
import { formatMoney } from "../../domain/money.ts";
import { transact } from "../db/transact.ts";
import { mailVoucher } from "../notifications/send-payment-mail.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { moveOrder } from "../orders/move-order.ts";
import { mailsTo, runJobs } from "../testing/mails.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { newCart } from "../testing/shopper.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { requestRefund } from "./ask-refund.ts";
import { expireOrder } from "./expire-order.ts";
import { cancelPending, reconcilePayment } from "./reconcile-payment.ts";
import { refundPayment } from "./refund-payment.ts";
import { scheduleReminders } from "./remind.ts";

/** No worker runs beside these tests: a mail is sent when a test says so, and what happens before is in its hand. */
let shop: TestServer;
let payer: Payer;
beforeAll(async () => {
  shop = await startTestServer();
  payer = new Payer(shop);
});
afterAll(() => shop.stop());

const staff = { actor: "prueba", reason: "Prueba" };
const look = (order: PlacedOrder) => reconcilePayment(shop.app, order.id, "job");

const rowOf = (order: PlacedOrder) =>
  shop.app.db.selectFrom("orders").selectAll().where("id", "=", order.id).executeTakeFirstOrThrow();
const paymentOf = (order: PlacedOrder) =>
  shop.app.db.selectFrom("payments").selectAll().where("order_id", "=", order.id).executeTakeFirstOrThrow();

/** What was written to who placed the order, but for its confirmation. Jobs run at once: in no order. */
async function mailsOf(order: PlacedOrder) {
  await runJobs(shop.app);
  const mails = await mailsTo(shop.app, (await rowOf(order)).customer_email!);
  return mails.filter(({ subject }) => !subject.startsWith("Recibimos"));
}

const subjects = async (order: PlacedOrder) => (await mailsOf(order)).map(({ subject }) => subject);

/** The status that the link of a mail opens, without any session. */
async function opened(order: PlacedOrder, { text, html }: { text: string; html: string }): Promise<string> {
  const [link, key] = new RegExp(`http[^ ]*/orders/${order.id}\\?key=([\\w-]+)`).exec(text)!;
  expect(html).toContain(link);
  return (await shop.call("GET", `/api/v1/orders/${order.id}?key=${key}`)).json.status;
}

async function refundNow(order: PlacedOrder, cents: number | null): Promise<void> {
  expect(await requestRefund(shop.app, order.id, cents, staff)).toHaveProperty("cents");
  await doRefunds();
}

async function doRefunds(): Promise<void> {
  const asked = await shop.app.db.selectFrom("payment_refunds").select("id").where("state", "=", "ASKED").execute();
  for (const { id } of asked) await refundPayment(shop.app, { refundId: id });
}

describe("a voucher", () => {
  test("is mailed once, with amount, reference, deadline and the ways to it and to the order", async () => {
    const order = await payer.order();
    await payer.pay(order.preferenceId, "CONT");
    await look(order);
    await look(order);
    const [mail, ...others] = await mailsOf(order);
    await sql`UPDATE payments SET provider_updated_at = now() - interval '1 day' WHERE order_id = ${order.id}`.execute(
      shop.app.db,
    );
    await look(order);
    expect([...others, ...(await mailsOf(order)).slice(1)]).toEqual([]);
    expect(mail!.subject).toBe(`Tu ficha de pago del pedido #${order.reference}`);
    const payment = await paymentOf(order);
    expect(mail!.text).toContain(`Monto exacto: ${formatMoney(Math.round(order.total * 100))}`);
    expect(mail!.text).toContain(`Referencia: ${payment.voucher_reference}`);
    expect(mail!.text).toContain(`Paga antes del: ${formatDeadline(payment.expires_at!)}`);
    expect(mail!.text).toContain(`Ver ficha de pago: ${payment.voucher_url}`);
    expect(mail!.text).toContain("Este enlace es solo tuyo");
    expect(await opened(order, mail!)).toBe("WAITING_PAYMENT");
  });

  test("that was dropped before its mail was sent is not mailed", async () => {
    const order = await payer.order();
    await payer.pay(order.preferenceId, "CONT");
    await look(order);
    await cancelPending(shop.app, order.id);
    expect(await mailsOf(order)).toEqual([]);
    await mailVoucher(shop.app, { orderId: order.id, paymentId: (await paymentOf(order)).id, key: null });
    expect(await mailsOf(order)).toEqual([]);
  });

  test("of who gave no mailbox is told to nobody", async () => {
    const order = await payer.order();
    const { customer_email: email } = await rowOf(order);
    await runJobs(shop.app);
    await shop.app.db.updateTable("orders").set({ customer_email: null }).where("id", "=", order.id).execute();
    await payer.pay(order.preferenceId, "CONT");
    await look(order);
    await runJobs(shop.app);
    expect((await mailsTo(shop.app, email!)).map(({ subject }) => subject)).toEqual([
      `Recibimos tu pedido #${order.reference}`,
    ]);
  });
});

describe("a reminder", () => {
  /** An order placed so many hours ago whose time ends in so many. */
  async function aged(method: "MP" | "TB", hoursAgo: number, hoursLeft: number): Promise<PlacedOrder> {
    const order = await payer.order({ method });
    await sql`UPDATE orders SET created_at = now() - ${hoursAgo} * interval '1 hour',
      pay_by = now() + ${hoursLeft} * interval '1 hour' WHERE id = ${order.id}`.execute(shop.app.db);
    return order;
  }

  async function withVoucher(hoursAgo: number, hoursLeft: number): Promise<PlacedOrder> {
    const order = await payer.order();
    await payer.pay(order.preferenceId, "CONT");
    await look(order);
    // Newer than what the provider says: news that still waits does not set it right.
    await sql`UPDATE payments SET created_at = now() - ${hoursAgo} * interval '1 hour',
      expires_at = now() + ${hoursLeft} * interval '1 hour', provider_updated_at = now() + interval '1 day'
      WHERE order_id = ${order.id}`.execute(shop.app.db);
    return order;
  }

  const isPlanned = async (order: PlacedOrder): Promise<boolean> => {
    await scheduleReminders(shop.app);
    return (await rowOf(order)).reminded_at !== null;
  };

  test.each<["MP" | "TB", number, number, boolean, string]>([
    ["TB", 37, 11, true, "a transfer, 12 hours before its end"],
    ["TB", 35, 13, false, "a transfer, earlier than that"],
    ["TB", 10, 11, false, "a transfer that never had twice 12 hours"],
    ["MP", 19, 5, true, "online, 6 hours before its end"],
    ["MP", 17, 7, false, "online, earlier than that"],
    ["MP", 3, 5, false, "online, where all the time there was is short"],
    ["MP", 30, -1, false, "past its end"],
  ])("%s, %i h old, %i h left: %s (%s)", async (method, ago, hours, planned) => {
    expect(await isPlanned(await aged(method, ago, hours))).toBe(planned);
  });

  test.each([
    [50, 23, true, "a day before its end"],
    [50, 25, false, "earlier than that"],
    [20, 23, false, "it is less than two days old in all"],
    [50, -1, false, "it cannot be paid any more"],
  ])("a voucher %i h old that ends in %i h: %s (%s)", async (ago, hours, planned) => {
    expect(await isPlanned(await withVoucher(ago, hours))).toBe(planned);
  });

  test("of a transfer says until when, how much and the reference, once", async () => {
    const order = await aged("TB", 37, 11);
    await scheduleReminders(shop.app);
    await scheduleReminders(shop.app);
    const [mail, ...others] = await mailsOf(order);
    await scheduleReminders(shop.app);
    expect([...others, ...(await mailsOf(order)).slice(1)]).toEqual([]);
    expect(mail!.subject).toBe(`Tu pedido #${order.reference} espera tu pago`);
    expect(mail!.text).toContain(formatDeadline((await rowOf(order)).pay_by!));
    expect(mail!.text).toContain(`Total: ${formatMoney(Math.round(order.total * 100))}`);
    expect(mail!.text).toContain(`Referencia: ${order.reference.padStart(7, "0")}`);
    expect(await opened(order, mail!)).toBe("WAITING_PAYMENT");
  });

  test("of a voucher carries the voucher", async () => {
    const order = await withVoucher(50, 23);
    await scheduleReminders(shop.app);
    const mail = (await mailsOf(order)).find(({ subject }) => subject.includes("está por vencer"));
    const { voucher_url, expires_at } = await paymentOf(order);
    expect(mail!.text).toContain(`Ver ficha de pago: ${voucher_url}`);
    expect(mail!.text).toContain(`Paga antes del: ${formatDeadline(expires_at!)}`);
  });

  test("is not sent to who paid, cancelled or sent his receipt meanwhile", async () => {
    const [paid, cancelled, sent] = [await aged("MP", 19, 5), await aged("MP", 19, 5), await aged("TB", 37, 11)];
    await scheduleReminders(shop.app);
    await payer.pay(paid.preferenceId, "APRO");
    await look(paid);
    await moveOrder(shop.app, cancelled.id, { ...staff, to: "CANCELLED" });
    await shop.app.db
      .insertInto("transfer_receipts")
      .values({ id: crypto.randomUUID(), order_id: sent.id, file: "a.jpg", content_type: "image/jpeg", bytes: 1 })
      .execute();
    expect(await subjects(paid)).toEqual([`Confirmamos el pago de tu pedido #${paid.reference}`]);
    expect(await subjects(cancelled)).toEqual([`Cancelamos tu pedido #${cancelled.reference}`]);
    expect(await subjects(sent)).toEqual([]);
  });

  test("comes later where the deadline moved before it was sent", async () => {
    const order = await aged("TB", 37, 11);
    await scheduleReminders(shop.app);
    const moved = (hours: number) =>
      sql`UPDATE orders SET pay_by = now() + ${hours} * interval '1 hour' WHERE id = ${order.id}`.execute(shop.app.db);
    await moved(30);
    expect(await subjects(order)).toEqual([]);
    expect(await isPlanned(order)).toBe(false);
    await moved(11);
    expect(await isPlanned(order)).toBe(true);
    expect(await subjects(order)).toEqual([`Tu pedido #${order.reference} espera tu pago`]);
  });

  test("planned by two processes at once is one", async () => {
    const order = await aged("TB", 37, 11);
    await Promise.all([1, 2, 3, 4].map(() => scheduleReminders(shop.app)));
    expect(await subjects(order)).toHaveLength(1);
  });
});

describe("an order that ends", () => {
  test("because its time ran out: the mail says that", async () => {
    const order = await payer.order();
    await sql`UPDATE orders SET pay_by = now() - interval '1 minute' WHERE id = ${order.id}`.execute(shop.app.db);
    await expireOrder(shop.app, { orderId: order.id });
    const [mail] = await mailsOf(order);
    expect(mail!.subject).toBe(`Se acabó el tiempo para pagar tu pedido #${order.reference}`);
    expect(mail!.text).toContain("No nos llegó tu pago a tiempo");
    expect(await opened(order, mail!)).toBe("CANCELLED");
  });

  test("because staff cancelled it: nothing of time or of a payment that did not come", async () => {
    const order = await payer.order();
    await moveOrder(shop.app, order.id, { ...staff, to: "CANCELLED" });
    const [mail] = await mailsOf(order);
    expect(mail!.subject).toBe(`Cancelamos tu pedido #${order.reference}`);
    expect(mail!.text).not.toMatch(/tiempo|No nos llegó|devolvimos/);
  });

  test("because all of its money went back: the mail says that", async () => {
    const order = await payer.order();
    await payer.pay(order.preferenceId, "APRO");
    await look(order);
    await refundNow(order, null);
    const mails = await mailsOf(order);
    const cancelled = mails.find(({ subject }) => subject.startsWith("Cancelamos"));
    expect(cancelled!.text).toContain("Te devolvimos todo lo que pagaste");
    const refund = mails.find(({ subject }) => subject.startsWith("Te devolvimos"));
    expect(refund!.text).toContain("Tu pedido está cancelado");
  });

  test("because tickets need no parcel: no carrier is spoken of", async () => {
    const order = await payer.order({ digital: true });
    await payer.pay(order.preferenceId, "APRO");
    await look(order);
    const [mail, ...others] = await mailsOf(order);
    expect(others).toEqual([]);
    expect(mail!.text).toContain("Tu boleto está en el PDF adjunto");
    expect(mail!.text).not.toContain("paquetería");
  });
});

test("tickets whose money came late: the mail that brings them says that the order lives on", async () => {
  const order = await payer.order({ digital: true });
  await payer.pay(order.preferenceId, "APRO");
  await moveOrder(shop.app, order.id, { to: "CANCELLED", ...staff });
  await look(order);
  const mail = (await mailsOf(order)).find(({ subject }) => subject.startsWith("Tus boletos"));
  expect(mail!.text).toContain("tu pedido sigue en pie");
  expect(mail!.attachments).toHaveLength(1);
});

describe("money that goes back", () => {
  test("of tickets alone: the mail says that they are worth nothing any more", async () => {
    const order = await payer.order({ digital: true });
    await payer.pay(order.preferenceId, "APRO");
    await look(order);
    await refundNow(order, null);
    const refund = (await mailsOf(order)).find(({ subject }) => subject.startsWith("Te devolvimos"));
    expect(refund!.text).toContain("Tus boletos quedaron anulados");
  });

  test("in parts: a mail each, with its own amount and when to expect it", async () => {
    const order = await payer.order();
    await payer.pay(order.preferenceId, "APRO");
    await look(order);
    await refundNow(order, 10_00);
    await look(order);
    await refundNow(order, 5_50);
    const refunds = (await mailsOf(order)).filter(({ subject }) => subject.startsWith("Te devolvimos"));
    expect(refunds.map(({ subject }) => subject).toSorted()).toEqual([
      `Te devolvimos $10.00 del pedido #${order.reference}`,
      `Te devolvimos $5.50 del pedido #${order.reference}`,
    ]);
    for (const mail of refunds) {
      expect(mail.text).toContain("tarda de 2 a 35 días");
      expect(mail.text).toContain("Lo demás de tu pedido no cambia.");
      expect(await opened(order, mail)).toBe("PAYMENT_ACCEPTED");
    }
  });

  test("by the provider's own panel: told all the same", async () => {
    const order = await payer.order();
    const paymentId = await payer.pay(order.preferenceId, "APRO");
    await look(order);
    await payer.control({ act: "refund", payment_id: paymentId, amount: 7 });
    await look(order);
    expect(await subjects(order)).toContain(`Te devolvimos $7.00 del pedido #${order.reference}`);
  });

  test("of a voucher paid in cash goes to the account there", async () => {
    const order = await payer.order();
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await payer.control({ act: "approve", payment_id: paymentId });
    await look(order);
    await refundNow(order, 10_00);
    const refund = (await mailsOf(order)).find(({ subject }) => subject.startsWith("Te devolvimos"));
    expect(refund!.text).toContain("tu cuenta de Mercado Pago");
  });
});

describe("money that comes after cancelling", () => {
  async function paidLate(shelf: "there" | "gone"): Promise<PlacedOrder> {
    const order = await payer.order();
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await look(order);
    await moveOrder(shop.app, order.id, { ...staff, to: "CANCELLED" });
    if (shelf === "gone") await newCart(shop.app, await shop.shop(), [{ ...order.size, pieces: 1 }]);
    await payer.control({ act: "approve", payment_id: paymentId });
    await look(order);
    return order;
  }

  test("revives the order, and the mail says so", async () => {
    const order = await paidLate("there");
    const mail = (await mailsOf(order)).find(({ subject }) => subject.startsWith("Confirmamos"));
    expect(mail!.text).toContain("tu pedido sigue en pie");
    expect(await opened(order, mail!)).toBe("PAYMENT_ACCEPTED");
  });

  test("goes back where the pieces are gone, and the mail says so", async () => {
    const order = await paidLate("gone");
    await doRefunds();
    const mails = await mailsOf(order);
    expect(mails.filter(({ subject }) => subject.startsWith("Confirmamos"))).toEqual([]);
    expect(mails.find(({ subject }) => subject.startsWith("Te devolvimos"))!.text).toContain("está cancelado");
  });
});

test("a customer's mail leads to his account: no key that outlives his password", async () => {
  const order = await payer.order();
  await shop.app.db
    .updateTable("orders")
    .set((row) => ({
      customer_id: row
        .selectFrom("customers")
        .select("id")
        .where("kind", "!=", "guest")
        .where("shop_id", "=", row.ref("orders.shop_id"))
        .limit(1),
    }))
    .where("id", "=", order.id)
    .execute();
  await transact(shop.app.db, (tx) =>
    enqueueOrderEmail(tx, order.id, "mail_order_moved", { status: "CANCELLED", because: null }),
  );
  const [mail] = await mailsOf(order);
  expect(mail!.text).toMatch(new RegExp(`/orders/${order.id}$`, "m"));
  expect(mail!.text).not.toContain("Este enlace es solo tuyo");
});
