import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { CONSOLE_ACTOR } from "../change-log/change-log.ts";
import { eraseCustomer } from "../customers/office/erase-customer.ts";
import { compareReceipts } from "../payments/purge-receipts.ts";
import { deliveredOrder } from "../testing/delivered-order.ts";
import { openShopWithPayer, type ShopWithPayer } from "../testing/payer.ts";
import { declineReturn } from "./answer-return.ts";
import { findReturn } from "./queries.ts";
import { purgeReturnPictures, readReturnPicture } from "./return-pictures.ts";

let server: ShopWithPayer;
let photo: Buffer;
beforeAll(async () => {
  server = await openShopWithPayer();
  // A picture as from a phone: its EXIF data has a rotation, and the place where it was taken.
  photo = await sharp({ create: { width: 60, height: 30, channels: 3, background: "#336699" } })
    .withExif({ IFD3: { GPSLatitude: "19/1 25/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
});
afterAll(() => server.stop());

/** A requested return, and a function that sends a file to it. */
async function requestedReturn() {
  const { order, guest, sizes } = await deliveredOrder(server);
  const url = `/api/v1/orders/${order.id}/returns`;
  const line = { attributeId: sizes[0]!.sizeId, quantity: 1, reason: "DEFECTIVE", wish: "REFUND" };
  const { json } = await server.call("POST", url, { token: guest.token, body: { lines: [line] } });
  const id: string = json.return._id;
  const send = (raw: Uint8Array, token: string | undefined = guest.token) =>
    server.call("POST", `${url}/${id}/pictures`, { token, raw, headers: { "Content-Type": "image/jpeg" } });
  return { id, orderId: order.id, guest, send, read: async () => (await findReturn(server.app.db, id))! };
}

const fileOf = async (returnId: string) => {
  const { file } = await server.app.db
    .selectFrom("return_pictures")
    .select("file")
    .where("return_id", "=", returnId)
    .executeTakeFirstOrThrow();
  return file;
};

test("a picture is stored upright, without the place where it was taken, and belongs to one return", async () => {
  const own = await requestedReturn();
  expect(await own.send(photo)).toMatchObject({ status: 200, json: { return: { pictures: 1 } } });
  const row = await own.read();
  const stored = await sharp(await readReturnPicture(server.app, row, row.pictures[0]!)).metadata();
  expect([stored.format, stored.width, stored.height, stored.exif]).toEqual(["jpeg", 30, 60, undefined]);
  const other = await requestedReturn();
  expect(await readReturnPicture(server.app, await other.read(), row.pictures[0]!)).toBeUndefined();
  expect((await own.send(photo, other.guest.token)).status).toBe(404);
});

test("a file that is not a picture, a too large file, a seventh picture and a late picture are refused", async () => {
  const { id, send, read } = await requestedReturn();
  expect((await send(Buffer.from("%PDF-1.4\n%%EOF"))).json.code).toBe("RETURN_PICTURE_UNREADABLE");
  expect((await send(photo.subarray(0, 200))).json.code).toBe("RETURN_PICTURE_UNREADABLE");
  expect((await send(Buffer.alloc(10 * 1024 * 1024 + 1))).json.code).toBe("RETURN_PICTURE_TOO_HEAVY");
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(photo)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ json }) => json.code)).toEqual(["RETURN_PICTURES_FULL", "RETURN_PICTURES_FULL"]);
  expect((await read()).pictures).toHaveLength(6);
  const declined = await declineReturn(server.app, id, { answer: "Está usada", by: CONSOLE_ACTOR });
  expect(isRefusal(declined)).toBe(false);
  expect((await send(photo)).json.code).toBe("RETURN_CHANGED");
});

test("files are removed half a year after the return ended, and with their customer", async () => {
  const [old, erased, open] = [await requestedReturn(), await requestedReturn(), await requestedReturn()];
  for (const { send } of [old, erased, open]) expect((await send(photo)).status).toBe(200);
  const files = [await fileOf(old.id), await fileOf(erased.id), await fileOf(open.id)];
  for (const { id } of [old, erased]) await declineReturn(server.app, id, { answer: "Está usada", by: CONSOLE_ACTOR });
  await compareReceipts(server.app);
  await purgeReturnPictures(server.app);
  const isStored = async () => {
    const all = new Set<string>();
    for await (const { name } of server.app.privateFiles.list()) all.add(name);
    return files.map((file) => all.has(file));
  };
  expect(await isStored()).toEqual([true, true, true]);

  await sql`ALTER TABLE return_events DISABLE TRIGGER USER`.execute(server.app.db);
  await sql`UPDATE return_events SET at = at - interval '181 days' WHERE return_id = ${old.id}`.execute(server.app.db);
  await sql`ALTER TABLE return_events ENABLE TRIGGER USER`.execute(server.app.db);
  const { customer_id: customerId } = await server.app.db
    .selectFrom("orders")
    .select("customer_id")
    .where("id", "=", erased.orderId)
    .executeTakeFirstOrThrow();
  expect(await eraseCustomer(server.app, customerId, CONSOLE_ACTOR)).not.toMatchObject({ refused: expect.anything() });
  expect((await erased.read()).pictures).toEqual([]);
  await purgeReturnPictures(server.app);
  expect(await isStored()).toEqual([false, false, true]);
});
