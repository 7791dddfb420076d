import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { CONSOLE_ACTOR } from "../change-log/change-log.ts";
import { eraseCustomer } from "../customers/office/erase-customer.ts";
import { compareReceipts } from "../payments/purge-receipts.ts";
import { createTestOrder } from "../testing/test-order.ts";
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

/** Creates a requested return. Returns functions that send a file to it and that read it. */
async function createRequestedReturn() {
  const { order, guest, sizes } = await createTestOrder(server);
  const url = `/api/v1/orders/${order.id}/returns`;
  const line = { attributeId: sizes[0]!.sizeId, quantity: 1, reason: "DEFECTIVE", wish: "REFUND" };
  const { json } = await server.call("POST", url, { token: guest.token, body: { lines: [line] } });
  const id: string = json.return._id;
  const send = (raw: Uint8Array, token: string | undefined = guest.token) =>
    server.call("POST", `${url}/${id}/pictures`, { token, rawBody: raw, headers: { "Content-Type": "image/jpeg" } });
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
  const ownReturn = await createRequestedReturn();
  expect(await ownReturn.send(photo)).toMatchObject({ status: 200, json: { return: { pictures: 1 } } });
  const row = await ownReturn.read();
  const storedMetadata = await sharp(await readReturnPicture(server.app, row, row.pictures[0]!)).metadata();
  expect([storedMetadata.format, storedMetadata.width, storedMetadata.height, storedMetadata.exif]).toEqual([
    "jpeg",
    30,
    60,
    undefined,
  ]);
  const otherReturn = await createRequestedReturn();
  expect(await readReturnPicture(server.app, await otherReturn.read(), row.pictures[0]!)).toBeUndefined();
  expect((await ownReturn.send(photo, otherReturn.guest.token)).status).toBe(404);
});

test("a file that is not a picture, a too large file, a seventh picture and a late picture are refused", async () => {
  const { id, send, read } = await createRequestedReturn();
  expect((await send(Buffer.from("%PDF-1.4\n%%EOF"))).json.code).toBe("RETURN_PICTURE_UNREADABLE");
  expect((await send(photo.subarray(0, 200))).json.code).toBe("RETURN_PICTURE_UNREADABLE");
  expect((await send(Buffer.alloc(10 * 1024 * 1024 + 1))).json.code).toBe("RETURN_PICTURE_TOO_HEAVY");
  const responses = await Promise.all(Array.from({ length: 8 }, () => send(photo)));
  const refusedResponses = responses.filter(({ status }) => status !== 200);
  expect(refusedResponses.map(({ json }) => json.code)).toEqual(["RETURN_PICTURES_FULL", "RETURN_PICTURES_FULL"]);
  expect((await read()).pictures).toHaveLength(6);
  const declineResult = await declineReturn(server.app, id, { answer: "Está usada", by: CONSOLE_ACTOR });
  expect(isRefusal(declineResult)).toBe(false);
  expect((await send(photo)).json.code).toBe("RETURN_CHANGED");
});

test("files are removed half a year after the return ended, and when their customer is erased", async () => {
  const [oldReturn, erasedReturn, openReturn] = [
    await createRequestedReturn(),
    await createRequestedReturn(),
    await createRequestedReturn(),
  ];
  for (const { send } of [oldReturn, erasedReturn, openReturn]) expect((await send(photo)).status).toBe(200);
  const files = [await fileOf(oldReturn.id), await fileOf(erasedReturn.id), await fileOf(openReturn.id)];
  for (const { id } of [oldReturn, erasedReturn])
    await declineReturn(server.app, id, { answer: "Está usada", by: CONSOLE_ACTOR });
  await compareReceipts(server.app);
  await purgeReturnPictures(server.app);
  const checkStoredFiles = async () => {
    const storedNames = new Set<string>();
    for await (const { name } of server.app.privateFiles.list()) storedNames.add(name);
    return files.map((file) => storedNames.has(file));
  };
  expect(await checkStoredFiles()).toEqual([true, true, true]);

  await sql`ALTER TABLE return_events DISABLE TRIGGER USER`.execute(server.app.db);
  await sql`UPDATE return_events SET at = at - interval '181 days' WHERE return_id = ${oldReturn.id}`.execute(
    server.app.db,
  );
  await sql`ALTER TABLE return_events ENABLE TRIGGER USER`.execute(server.app.db);
  const { customer_id: customerId } = await server.app.db
    .selectFrom("orders")
    .select("customer_id")
    .where("id", "=", erasedReturn.orderId)
    .executeTakeFirstOrThrow();
  expect(await eraseCustomer(server.app, customerId, CONSOLE_ACTOR)).not.toMatchObject({ refused: expect.anything() });
  expect((await erasedReturn.read()).pictures).toEqual([]);
  await purgeReturnPictures(server.app);
  expect(await checkStoredFiles()).toEqual([false, false, true]);
});
