import { randomBytes } from "node:crypto";
import sharp from "sharp";
import type { BenchShop } from "../bench-shop.ts";
import { Connection } from "../connection.ts";
import { fillCatalog, listSizesToBuy } from "../fill-catalog.ts";
import { readAndResetEventLoopDelayMs, OfficeClient } from "../office-client.ts";
import { signInNewMember } from "../office-pages.ts";
import { randomIp, formatRequest } from "../request.ts";
import { Shopper } from "../shopper.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

const BUDGET_DELAY_MS = 20;
const PRODUCT_COUNT = 100;
const DURATION_MS = 6_000;
const PIXELS = { width: 1_600, height: 2_000 };

/** The event loop delay while documents are drawn, passwords are hashed and pictures are encoded. */
export const eventLoop: Measurement = {
  name: "event-loop",
  async measure(shop) {
    await fillCatalog(shop, PRODUCT_COUNT);
    const office = new OfficeClient(shop.port, await signInNewMember(shop, { role: "owner", shopId: null }));
    const connection = await Connection.open(shop.port);
    try {
      return [
        await measureDelay(office, "order PDFs", await prepareOrderPdfs(shop, connection)),
        await measureDelay(office, "passwords hashed (sign-ins)", prepareSignIns(connection)),
        await measureDelay(office, "pictures encoded", await prepareUploads(shop, office)),
      ];
    } finally {
      connection.close();
    }
  },
};

/** Measures the event loop delay while the work runs repeatedly. The first run loads the modules that it needs. */
async function measureDelay(office: OfficeClient, name: string, work: () => Promise<void>): Promise<Row> {
  await work();
  await readAndResetEventLoopDelayMs(office);
  const endsAt = performance.now() + DURATION_MS;
  let runCount = 0;
  while (performance.now() < endsAt) {
    await work();
    runCount++;
  }
  const delayMs = await readAndResetEventLoopDelayMs(office);
  return {
    label: `event loop delay beside ${name}`,
    measured: `p99 ${delayMs.toFixed(0)} ms (${(runCount / (DURATION_MS / 1_000)).toFixed(1)}/s)`,
    budget: `≤ ${BUDGET_DELAY_MS} ms`,
    isMet: delayMs <= BUDGET_DELAY_MS,
  };
}

async function prepareOrderPdfs(shop: BenchShop, connection: Connection): Promise<() => Promise<void>> {
  const shopper = new Shopper(connection, await shop.getCarrierId());
  const guest = await shopper.registerGuest();
  const cartId = await shopper.fillCart((await listSizesToBuy(shop, 2)).slice(0, 2));
  const orderId = await shopper.checkOut(cartId, guest);
  return () =>
    expectStatus(200, connection, formatRequest("GET", `/api/v1/orders/${orderId}/pdf`, { token: guest.token }));
}

/** Sign-ins to accounts that do not exist, for which the shop also hashes the password. Each has another IP address. */
function prepareSignIns(connection: Connection): () => Promise<void> {
  return async () => {
    const username = `${randomBytes(6).toString("hex")}@correo.example`;
    const body = { username, password: "no es la correcta" };
    await expectStatus(401, connection, formatRequest("POST", "/api/v1/auth/login", { body, ip: randomIp() }));
  };
}

/**
 * Uploads one picture with a different comment each time: the shop does not encode the same bytes again. The picture is
 * generated before the measurement, because that takes as long as encoding it.
 */
async function prepareUploads(shop: BenchShop, office: OfficeClient): Promise<() => Promise<void>> {
  const { rows } = await shop.query("SELECT id FROM products ORDER BY id LIMIT $1", [PRODUCT_COUNT]);
  const picture = await createNoisePicture();
  let uploadCount = 0;
  return async () => {
    const { id } = (rows as { id: string }[])[uploadCount++ % rows.length]!;
    const form = new FormData();
    const pictureWithComment = withComment(picture, uploadCount);
    form.set("picture", new File([pictureWithComment], `foto-${uploadCount}.jpg`, { type: "image/jpeg" }));
    await office.post(`/panel/productos/${id}`, form);
  };
}

/** Inserts a comment segment with a number after the start marker of a JPEG. */
function withComment(jpeg: Uint8Array<ArrayBuffer>, value: number): Uint8Array<ArrayBuffer> {
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 0, 0, 0, 0]);
  comment.writeUInt32BE(value, 4);
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]));
}

/**
 * A JPEG of noise, which takes long to encode. It is blurred, because sharp noise turns into plain grey when it is
 * scaled to a narrow width.
 */
async function createNoisePicture(): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = randomBytes(PIXELS.width * PIXELS.height * 3);
  const jpeg = await sharp(pixels, { raw: { ...PIXELS, channels: 3 } })
    .blur(3)
    .jpeg()
    .toBuffer();
  return new Uint8Array(jpeg);
}

async function expectStatus(expected: number, connection: Connection, requestText: string): Promise<void> {
  const { status, body } = await connection.send(requestText);
  if (status !== expected) throw new Error(`answered ${status}: ${body.toString().slice(0, 200)}`);
}
