import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { moveOrder } from "../orders/move-order.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { openTestBucket } from "../testing/s3-bucket.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { listReceipts, refuseReceipts } from "./refuse-receipts.ts";
import { compareReceipts, purgeReceipts } from "./purge-receipts.ts";

let testServer: TestServer;
let png: Buffer;
let folder: string;
beforeAll(async () => {
  testServer = await startTestServer();
  folder = path.join(testServer.app.config.dataDir, "receipts");
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
});
beforeEach(() => sql`DELETE FROM transfer_receipts`.execute(testServer.app.db));
afterAll(() => testServer.stop());

async function uploadReceipt(server = testServer): Promise<{ order: PlacedOrder; file: string }> {
  const order = await new Payer(server).placeOrder({ method: "TB" });
  const response = await server.call("POST", `/api/v1/orders/${order.id}/transfer-receipts`, {
    token: order.token,
    rawBody: png,
    headers: { "Content-Type": "image/png" },
  });
  expect(response.status, response.text).toBe(200);
  return { order, file: (await listReceipts(server.app.db, order.id)).at(-1)!.file };
}
const isStored = (file: string) => existsSync(path.join(folder, file));
const listRemovalReasons = async ({ id }: PlacedOrder, server = testServer) =>
  (await listReceipts(server.app.db, id)).map(({ file_removed_because }) => file_removed_because);
const refuseReceiptsOf = (order: PlacedOrder, server = testServer) =>
  refuseReceipts(server.app, order.id, { answer: "No se lee el monto.", actor: "Marta" });

async function ship({ id }: PlacedOrder): Promise<void> {
  for (const [to, trackingNumber] of [["PAYMENT_ACCEPTED"], ["SHIPPED", "MX1"]] as const) {
    const moveResult = await moveOrder(testServer.app, id, { to, actor: "prueba", reason: "prueba", trackingNumber });
    if (isRefusal(moveResult)) throw new Error(moveResult.refused);
  }
}

/** Moves all events of the order back by this number of days. */
async function backdate({ id }: PlacedOrder, days: number): Promise<void> {
  await sql`ALTER TABLE order_events DISABLE TRIGGER order_events_append_only`.execute(testServer.app.db);
  await sql`UPDATE order_events SET at = at - interval '1 day' * ${days}::int WHERE order_id = ${id}`.execute(
    testServer.app.db,
  );
  await sql`ALTER TABLE order_events ENABLE TRIGGER order_events_append_only`.execute(testServer.app.db);
}

test("only the operating-system user of the process can read a receipt's file", async () => {
  const { file } = await uploadReceipt();
  expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("the file of a refused receipt is removed, and its row stays with the reason", async () => {
  const [refusedUpload, unansweredUpload] = [await uploadReceipt(), await uploadReceipt()];
  await refuseReceiptsOf(refusedUpload.order);
  await purgeReceipts(testServer.app);
  expect([isStored(refusedUpload.file), isStored(unansweredUpload.file)]).toEqual([false, true]);
  expect(await listReceipts(testServer.app.db, refusedUpload.order.id)).toMatchObject([
    { state: "REJECTED", answer: "No se lee el monto.", file_removed_because: "refused" },
  ]);
  expect(await listRemovalReasons(unansweredUpload.order)).toEqual([null]);
});

test("a refusal schedules the removal immediately", async () => {
  const { order } = await uploadReceipt();
  await refuseReceiptsOf(order);
  const { rows } = await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'purge_receipts'`.execute(
    testServer.app.db,
  );
  expect(rows).toHaveLength(1);
});

test("an accepted receipt is stored until 180 days after its order ended, and without limit while the order is open", async () => {
  const [endedUpload, openUpload] = [await uploadReceipt(), await uploadReceipt()];
  await ship(endedUpload.order);
  await backdate(endedUpload.order, 179);
  await backdate(openUpload.order, 999);
  await purgeReceipts(testServer.app);
  expect([isStored(endedUpload.file), isStored(openUpload.file)]).toEqual([true, true]);
  await backdate(endedUpload.order, 2);
  await purgeReceipts(testServer.app);
  expect([isStored(endedUpload.file), isStored(openUpload.file)]).toEqual([false, true]);
  expect(await listRemovalReasons(endedUpload.order)).toEqual(["expired"]);
});

test("a shop's setting changes the number of days", async () => {
  const { order, file } = await uploadReceipt();
  await ship(order);
  await backdate(order, 31);
  await sql`UPDATE shops SET settings = jsonb_set(settings, '{payments,windows,receiptDays}', '30')`.execute(
    testServer.app.db,
  );
  await purgeReceipts(testServer.app);
  expect(isStored(file)).toBe(false);
});

test("a file without a row is removed after a week, but not an upload under way", async () => {
  const { file } = await uploadReceipt();
  for (const name of ["vieja.jpg", "nueva.jpg"]) writeFileSync(path.join(folder, name), "x");
  const oldTime = new Date(Date.now() - 8 * 24 * 3_600_000);
  for (const name of ["vieja.jpg", file]) utimesSync(path.join(folder, name), oldTime, oldTime);
  await compareReceipts(testServer.app);
  expect([isStored("vieja.jpg"), isStored("nueva.jpg"), isStored(file)]).toEqual([false, true, true]);
});

test("the proof of a transfer refund is not removed", async () => {
  const { order } = await uploadReceipt();
  writeFileSync(path.join(folder, "prueba.jpg"), "x");
  const oldTime = new Date(Date.now() - 8 * 24 * 3_600_000);
  utimesSync(path.join(folder, "prueba.jpg"), oldTime, oldTime);
  await testServer.app.db
    .insertInto("transfer_refunds")
    .values({
      id: crypto.randomUUID(),
      order_id: order.id,
      cents: 100,
      sent_on: "2026-11-20",
      reference: "MX1",
      reason: "Prueba",
      proof_file: "prueba.jpg",
      proof_content_type: "image/jpeg",
      actor: "prueba",
    })
    .execute();
  await compareReceipts(testServer.app);
  expect(isStored("prueba.jpg")).toBe(true);
});

test("a row whose file is missing is marked until the file is there again", async () => {
  const { order, file } = await uploadReceipt();
  const bytes = (await testServer.app.privateFiles.read(file))!;
  await testServer.app.privateFiles.remove(file);
  await compareReceipts(testServer.app);
  expect(await listRemovalReasons(order)).toEqual(["missing"]);
  await testServer.app.privateFiles.put(file, bytes, "image/jpeg");
  await compareReceipts(testServer.app);
  expect(await listRemovalReasons(order)).toEqual([null]);
  expect(isStored(file)).toBe(true);
});

test("files in a bucket are removed too, and no row changes while the bucket does not answer", async () => {
  const bucket = await openTestBucket();
  const bucketServer = await startTestServer(bucket.env);
  const [refusedUpload, storedUpload] = [await uploadReceipt(bucketServer), await uploadReceipt(bucketServer)];
  await refuseReceiptsOf(refusedUpload.order, bucketServer);
  bucket.failNext("500", "500");
  await expect(purgeReceipts(bucketServer.app)).rejects.toThrow();
  expect(await listRemovalReasons(refusedUpload.order, bucketServer)).toEqual([null]);
  await purgeReceipts(bucketServer.app);
  expect([...bucket.objects.keys()]).toEqual([`receipts/${storedUpload.file}`]);
  bucket.failNext("503", "503");
  await expect(compareReceipts(bucketServer.app)).rejects.toThrow();
  expect(await listRemovalReasons(storedUpload.order, bucketServer)).toEqual([null]);
  await bucketServer.stop();
  await bucket.close();
  expect(readdirSync(folder).length).toBeGreaterThan(0);
});
