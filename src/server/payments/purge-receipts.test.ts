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
import { listReceipts, refuseReceipts } from "./answer-receipts.ts";
import { compareReceipts, purgeReceipts } from "./purge-receipts.ts";

let shop: TestServer;
let png: Buffer;
let folder: string;
beforeAll(async () => {
  shop = await startTestServer();
  folder = path.join(shop.app.config.dataDir, "receipts");
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
});
beforeEach(() => sql`DELETE FROM transfer_receipts`.execute(shop.app.db));
afterAll(() => shop.stop());

async function uploaded(server = shop): Promise<{ order: PlacedOrder; file: string }> {
  const order = await new Payer(server).order({ method: "TB" });
  const sent = await server.call("POST", `/api/v1/orders/${order.id}/transfer-receipts`, {
    token: order.token,
    raw: png,
    headers: { "Content-Type": "image/png" },
  });
  expect(sent.status, sent.text).toBe(200);
  return { order, file: (await listReceipts(server.app.db, order.id)).at(-1)!.file };
}
const isKept = (file: string) => existsSync(path.join(folder, file));
const gone = async ({ id }: PlacedOrder, server = shop) =>
  (await listReceipts(server.app.db, id)).map(({ file_removed_because }) => file_removed_because);
const refuse = (order: PlacedOrder, server = shop) =>
  refuseReceipts(server.app, order.id, { answer: "No se lee el monto.", actor: "Marta" });

async function ship({ id }: PlacedOrder): Promise<void> {
  for (const [to, trackingNumber] of [["PAYMENT_ACCEPTED"], ["SHIPPED", "MX1"]] as const) {
    const moved = await moveOrder(shop.app, id, { to, actor: "prueba", reason: "prueba", trackingNumber });
    if (isRefusal(moved)) throw new Error(moved.refused);
  }
}

/** Everything that happened to the order happened so many days earlier. */
async function elapse({ id }: PlacedOrder, days: number): Promise<void> {
  await sql`ALTER TABLE order_events DISABLE TRIGGER order_events_append_only`.execute(shop.app.db);
  await sql`UPDATE order_events SET at = at - interval '1 day' * ${days}::int WHERE order_id = ${id}`.execute(
    shop.app.db,
  );
  await sql`ALTER TABLE order_events ENABLE TRIGGER order_events_append_only`.execute(shop.app.db);
}

test("a receipt is for the shop's own user alone", async () => {
  const { file } = await uploaded();
  expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("the file of a refused one goes, its row stays with the reason", async () => {
  const [refused, waiting] = [await uploaded(), await uploaded()];
  await refuse(refused.order);
  await purgeReceipts(shop.app);
  expect([isKept(refused.file), isKept(waiting.file)]).toEqual([false, true]);
  expect(await listReceipts(shop.app.db, refused.order.id)).toMatchObject([
    { state: "REJECTED", answer: "No se lee el monto.", file_removed_because: "refused" },
  ]);
  expect(await gone(waiting.order)).toEqual([null]);
});

test("a refusal has it removed without waiting for the hour", async () => {
  const { order } = await uploaded();
  await refuse(order);
  const { rows } = await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'purge_receipts'`.execute(
    shop.app.db,
  );
  expect(rows).toHaveLength(1);
});

test("an accepted one is kept for the shop's days after its order ended, one of an open order for as long as it takes", async () => {
  const [ended, open] = [await uploaded(), await uploaded()];
  await ship(ended.order);
  await elapse(ended.order, 179);
  await elapse(open.order, 999);
  await purgeReceipts(shop.app);
  expect([isKept(ended.file), isKept(open.file)]).toEqual([true, true]);
  await elapse(ended.order, 2);
  await purgeReceipts(shop.app);
  expect([isKept(ended.file), isKept(open.file)]).toEqual([false, true]);
  expect(await gone(ended.order)).toEqual(["expired"]);
});

test("the owner sets the days", async () => {
  const { order, file } = await uploaded();
  await ship(order);
  await elapse(order, 31);
  await sql`UPDATE shops SET settings = jsonb_set(settings, '{payments,windows,receiptDays}', '30')`.execute(
    shop.app.db,
  );
  await purgeReceipts(shop.app);
  expect(isKept(file)).toBe(false);
});

test("a file that no row knows goes after a week, not an upload under way", async () => {
  const { file } = await uploaded();
  for (const name of ["vieja.jpg", "nueva.jpg"]) writeFileSync(path.join(folder, name), "x");
  const old = new Date(Date.now() - 8 * 24 * 3_600_000);
  for (const name of ["vieja.jpg", file]) utimesSync(path.join(folder, name), old, old);
  await compareReceipts(shop.app);
  expect([isKept("vieja.jpg"), isKept("nueva.jpg"), isKept(file)]).toEqual([false, true, true]);
});

test("the proof of a transfer sent back is no orphan", async () => {
  const { order } = await uploaded();
  writeFileSync(path.join(folder, "prueba.jpg"), "x");
  const old = new Date(Date.now() - 8 * 24 * 3_600_000);
  utimesSync(path.join(folder, "prueba.jpg"), old, old);
  await shop.app.db
    .insertInto("transfer_refunds")
    .values({
      id: crypto.randomUUID(),
      order_id: order.id,
      cents: 100,
      sent_on: "2026-11-20",
      reference: "MX1",
      reason: "Prueba",
      proof_file: "prueba.jpg",
      proof_type: "image/jpeg",
      actor: "prueba",
    })
    .execute();
  await compareReceipts(shop.app);
  expect(isKept("prueba.jpg")).toBe(true);
});

test("a row whose file is not there says so, until it is there again", async () => {
  const { order, file } = await uploaded();
  const bytes = (await shop.app.receipts.read(file))!;
  await shop.app.receipts.remove(file);
  await compareReceipts(shop.app);
  expect(await gone(order)).toEqual(["missing"]);
  await shop.app.receipts.put(file, bytes, "image/jpeg");
  await compareReceipts(shop.app);
  expect(await gone(order)).toEqual([null]);
  expect(isKept(file)).toBe(true);
});

test("in a bucket the same; one that does not answer loses nothing", async () => {
  const bucket = await openTestBucket();
  const elsewhere = await startTestServer(bucket.env);
  const [refused, kept] = [await uploaded(elsewhere), await uploaded(elsewhere)];
  await refuse(refused.order, elsewhere);
  bucket.failNext("500", "500");
  await expect(purgeReceipts(elsewhere.app)).rejects.toThrow();
  expect(await gone(refused.order, elsewhere)).toEqual([null]);
  await purgeReceipts(elsewhere.app);
  expect([...bucket.objects.keys()]).toEqual([`receipts/${kept.file}`]);
  bucket.failNext("503", "503");
  await expect(compareReceipts(elsewhere.app)).rejects.toThrow();
  expect(await gone(kept.order, elsewhere)).toEqual([null]);
  await elsewhere.stop();
  await bucket.close();
  expect(readdirSync(folder).length).toBeGreaterThan(0);
});
