import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../domain/refusal.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { reconcileOrderPayments } from "../server/payments/reconcile-payment.ts";
import { addPickupPoint } from "../server/pickup-points/change-pickup-point.ts";
import { Payer } from "../server/testing/payer.ts";
import { runShopCommand, runShopCommandInOwnProcess } from "../server/testing/run-shop-command.ts";
import { createTestSize } from "../server/testing/test-size.ts";
import { startTestServer, type TestServer } from "../server/testing/test-server.ts";

let server: TestServer;
let payer: Payer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "escaparate-order-cli-"));
  server = await startTestServer({ DATA_DIR: folder });
  payer = new Payer(server);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runShopCommand(server.databaseConfig, folder, ["order", ...args]);
/** Runs the command in a separate process, as staff do. */
const runProcess = (...args: string[]) => runShopCommandInOwnProcess(server.databaseConfig, folder, ["order", ...args]);

test("receipts are listed, saved with private permissions and refused with a reason", async () => {
  const order = await payer.placeOrder({ method: "TB" });
  expect((await run("receipts", order.reference)).stdout).toBe(
    `El pedido #${order.reference} no tiene comprobantes.\n`,
  );
  const pdf = Buffer.from("%PDF-1.4\nDepósito\n%%EOF\n");
  const url = `/api/v1/orders/${order.id}/transfer-receipts`;
  expect((await server.call("POST", url, { token: order.token, rawBody: pdf })).status).toBe(200);

  const saveFolder = path.join(folder, "para", "revisar");
  const listRun = runProcess("receipts", order.reference, "--save", saveFolder);
  expect(listRun).toMatchObject({ status: 0, stderr: "" });
  const file = path.join(saveFolder, `pedido-${order.reference}-1.pdf`);
  expect(listRun.stdout).toMatch(/^1 {2}\d\d\/\d\d\/\d{4} \d\d:\d\d [ap]\. m\. {2}1 kB {2}por revisar\n/);
  expect(listRun.stdout).toContain(file);
  expect(readFileSync(file)).toEqual(pdf);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  expect((await run("refuse-receipt", order.reference, "--answer", "  ")).status).toBe(2);
  const refuseRun = await run("refuse-receipt", order.reference, "--answer", "No es de este pedido");
  expect(refuseRun).toMatchObject({ status: 0, stdout: `Pedido #${order.reference}: 1 comprobante rechazado\n` });
  expect(await run("refuse-receipt", order.reference, "--answer", "Otra vez")).toMatchObject({
    status: 1,
    stderr: `El pedido #${order.reference} no tiene comprobantes por revisar.\n`,
  });
  expect((await run("receipts", order.reference)).stdout).toMatch(
    /rechazado el .* por consola: No es de este pedido\n$/,
  );

  for (const name of readdirSync(path.join(folder, "receipts"))) rmSync(path.join(folder, "receipts", name));
  expect(await run("receipts", order.reference, "--save", saveFolder)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("no está en el almacén"),
  });
});

test("a transfer refund is recorded with its proof, listed and withdrawn", async () => {
  const order = await payer.placeOrder({ method: "TB" });
  const { reference } = order;
  const recordRefund = (...args: string[]) => run("refund-transfer", reference, "--reference", "MX9", ...args);
  expect(await recordRefund("--amount", "10")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("Ya no queda dinero"),
  });
  expect((await run("pay", reference)).status).toBe(0);
  expect((await recordRefund()).status).toBe(2);
  const fullRefundRun = await recordRefund("--amount", String(order.totalPesos));
  expect(fullRefundRun).toMatchObject({ status: 1, stderr: expect.stringContaining("Con --cancel se anota así") });
  const file = path.join(folder, "devolucion.pdf");
  writeFileSync(file, "%PDF-1.4\nDevolución\n%%EOF\n");
  expect(await recordRefund("--amount", "64.90", "--proof", file, "--reason", "Llegó rota")).toMatchObject({
    status: 0,
    stdout: `Pedido #${reference}: devolución de $64.90 anotada\n`,
  });
  expect((await run("transfer-refunds", reference)).stdout).toMatch(
    /^1 {2}.* {2}\$64\.90 {2}MX9 {2}Llegó rota {2}consola\n$/,
  );
  expect(await recordRefund("--amount", "64.90")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("esa referencia"),
  });
  const withdraw = (number: string) => run("withdraw-refund", reference, "--refund", number, "--reason", "Era otro");
  expect((await withdraw("2")).status).toBe(1);
  expect(await withdraw("1")).toMatchObject({
    status: 0,
    stdout: `Pedido #${reference}: devolución de $64.90 anulada\n`,
  });
  expect((await run("transfer-refunds", reference)).stdout).toContain("anulada por consola: Era otro");
});

test("flags are listed, and a flag that staff closed stays closed", async () => {
  expect(await run("flags")).toMatchObject({ status: 0, stdout: "" });
  const order = await payer.placeOrder();
  await payer.pay(order.preferenceId, "APRO");
  await payer.pay(order.preferenceId, "APRO");
  await reconcileOrderPayments(server.app, order.id, "job");
  const listedFlags = (await run("flags")).stdout.trimEnd().split("\n");
  expect(listedFlags).toHaveLength(2);
  for (const line of listedFlags) expect(line).toMatch(new RegExp(`^#${order.reference}  .* desde el \\d\\d/\\d\\d/`));
  expect(listedFlags.join("\n")).toContain("Pagó dos veces (PAID_TWICE)");

  expect((await run("close-flag", order.reference, "PAID_TWICE")).stdout).toBe(
    `Pedido #${order.reference}: «Pagó dos veces» cerrado.\n`,
  );
  await reconcileOrderPayments(server.app, order.id, "job");
  expect(await payer.listFlags(order)).toEqual(["OVERPAID"]);
  expect(await run("close-flag", order.reference, "PAID_TWICE")).toMatchObject({
    status: 1,
    stderr: `El pedido #${order.reference} no tiene abierto «Pagó dos veces».\n`,
  });
  expect((await run("close-flag", order.reference, "NADA")).status).toBe(2);
  const { closed_by } = await server.app.db
    .selectFrom("order_flags")
    .select("closed_by")
    .where("order_id", "=", order.id)
    .where("flag", "=", "PAID_TWICE")
    .executeTakeFirstOrThrow();
  expect(closed_by).toBe("consola");
});

test("an order is shipped with a trimmed tracking number, unless it is collected at a shop", async () => {
  const { id } = (await server.app.shops.byKey("matriz"))!;
  const fields = { name: "Tienda Roma", address: "Orizaba 10", mapUrl: null, hours: "De 10 a 19 h", leadDays: 1 };
  const point = await addPickupPoint(server.app, id, fields, CONSOLE_ACTOR);
  if (isRefusal(point)) throw new Error(point.refused);
  const [firstOrder, secondOrder, pickupOrder] = [
    await payer.placeOrder(),
    await payer.placeOrder(),
    await payer.placeOrder({ shippingId: point.id }),
  ];
  for (const order of [firstOrder, secondOrder, pickupOrder]) {
    await payer.pay(order.preferenceId, "APRO");
    await reconcileOrderPayments(server.app, order.id, "job");
  }
  expect((await run("ship", firstOrder.reference, "--tracking", "  ")).stderr).toContain("Falta el número de rastreo");
  const tracking = `GUIA${firstOrder.reference}`;
  expect(await run("ship", firstOrder.reference, "--tracking", ` ${tracking} `)).toMatchObject({ status: 0 });
  const { guide } = await server.app.db
    .selectFrom("parcels")
    .select("guide")
    .where("order_id", "=", firstOrder.id)
    .executeTakeFirstOrThrow();
  expect(guide).toBe(tracking);
  expect((await run("ship", secondOrder.reference, "--tracking", tracking)).stdout).toContain("Ojo: la misma guía");
  expect((await run("ship", pickupOrder.reference, "--tracking", "X")).stderr).toContain("Se recoge en la tienda");
});

test("an unpaid order is edited by SKU, with a discount, and refusals say why", async () => {
  const [orderedSize, otherSize] = [
    await createTestSize(server.app, { pieces: 5 }),
    await createTestSize(server.app, { pieces: 5 }),
  ];
  await sql`UPDATE sizes SET sku = CASE id WHEN ${orderedSize.sizeId} THEN 'PROPIA-M' ELSE 'OTRA-M' END WHERE id IN (${orderedSize.sizeId}, ${otherSize.sizeId})`.execute(
    server.app.db,
  );
  const order = await payer.placeOrder({ method: "TB", size: orderedSize });
  const editRun = await run("edit", order.reference, "--add", "otra-m:2", "--set", "PROPIA-M:3", "--discount", "10%");
  expect(editRun).toMatchObject({ status: 0, stderr: "" });
  expect(editRun.stdout).toMatch(/T: M: 1 → 3\n.*T: M: 0 → 2\nPedido #\d+: \$[\d.,]+ → \$[\d.,]+\n$/);
  expect((await run("edit", order.reference, "--remove", "OTRA-M", "--no-discount")).stdout).toContain("2 → 0");
  expect((await payer.readOrder(order)).products).toHaveLength(1);
  const getRefusalText = async (...args: string[]) => (await run("edit", order.reference, ...args)).stderr;
  expect(await getRefusalText()).toBe("No cambiaste nada todavía.\n");
  expect(await getRefusalText("--remove", "PROPIA-M")).toBe("Un pedido no se queda sin productos: cancélalo.\n");
  expect(await getRefusalText("--set", "PROPIA-M:9")).toContain("puede llevar a lo más 5");
  expect(await getRefusalText("--add", "NADA:1")).toBe("Ninguna talla tiene el código NADA.\n");
  expect(await getRefusalText("--add", "OTRA-M:1", "--remove", "OTRA-M")).toBe("La talla OTRA-M está dos veces.\n");
  expect(await getRefusalText("--discount", "mucho")).toBe("Escribe el descuento como 10% o 150.50.\n");
  expect((await run("edit", order.reference, "--add", "OTRA-M")).status).toBe(2);
});
