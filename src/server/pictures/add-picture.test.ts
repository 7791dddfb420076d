import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { newId } from "../db/new-id.ts";
import { createTestSize } from "../testing/test-size.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { addPicture, type AddedPicture, type NewPicture } from "./add-picture.ts";
import { computePictureKey } from "./picture-encoding.ts";
import { findPicture, listPictureKeys } from "./queries.ts";
import { removePicture } from "./remove-picture.ts";

let server: TestServer;
let dataDir: string;
let productId: string;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "escaparate-add-picture-"));
  server = await startTestServer({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  ({ productId } = await createTestSize(server.app, { pieces: 1 }));
});

const createPhoto = (background: string) =>
  sharp({ create: { width: 400, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function add(picture: Omit<NewPicture, "productId">): Promise<AddedPicture> {
  const addResult = await addPicture(server.app, { productId, ...picture });
  if (isRefusal(addResult)) throw new Error(addResult.refused);
  return addResult;
}

const listKeys = () => listPictureKeys(server.app.db, productId);

test("a picture's files can be fetched and its product shows it immediately", async () => {
  const url = `/api/v1/products/${productId}`;
  expect((await server.call("GET", url)).json.images).toEqual([]);
  const { key, outcome } = await add({ bytes: await createPhoto("#aa3311"), alt: "  Playera\n roja " });
  expect(outcome).toBe("added");
  const [image] = (await server.call("GET", url)).json.images;
  expect(image.thumbnailUrl).toBe(`/pictures/${key}.360.webp`);
  for (const pictureUrl of Object.values<string>(image))
    expect((await server.call("GET", pictureUrl)).status).toBe(200);
  expect(await findPicture(server.app.db, key)).toEqual({
    key,
    focus_x: 50,
    focus_y: 50,
    width: 400,
    height: 500,
    color: expect.stringMatching(/^#a[a-b]3[2-4]1[0-2]$/),
    alt: "Playera roja",
    avif_widths: [180, 360],
    webp_widths: [180, 360],
  });
});

test("adding a picture again changes nothing", async () => {
  const bytes = await createPhoto("#22aa55");
  const firstPicture = await add({ bytes });
  await add({ bytes: await createPhoto("#22aa56") });
  const keysAndFilesBefore = [await listKeys(), readdirSync(path.join(dataDir, "pictures"))];
  expect(await add({ bytes, position: 5 })).toEqual({ key: firstPicture.key, outcome: "unchanged" });
  expect([await listKeys(), readdirSync(path.join(dataDir, "pictures"))]).toEqual(keysAndFilesBefore);
});

test("without a description a picture has its product's name; a new description replaces it", async () => {
  const bytes = await createPhoto("#5522aa");
  const { key } = await add({ bytes });
  expect((await findPicture(server.app.db, key))?.alt).toBe("Playera de prueba");
  expect((await add({ bytes, alt: "Playera morada" })).outcome).toBe("updated");
  expect((await add({ bytes, alt: "Playera morada" })).outcome).toBe("unchanged");
  expect((await add({ bytes })).outcome).toBe("unchanged");
  expect((await findPicture(server.app.db, key))?.alt).toBe("Playera morada");
});

test("a picture is added at the end or at the given position", async () => {
  const [a, b, c, d] = await Promise.all(["#100000", "#200000", "#300000", "#400000"].map(createPhoto));
  const [lastPicture, firstPicture, secondPicture, pictureBeyondEnd] = [
    await add({ bytes: a! }),
    await add({ bytes: b!, position: 0 }),
    await add({ bytes: c!, position: 1 }),
    await add({ bytes: d!, position: 99 }),
  ];
  expect(await listKeys()).toEqual([firstPicture.key, secondPicture.key, lastPicture.key, pictureBeyondEnd.key]);
});

test("three pictures that are added twice each at the same time are each stored once", async () => {
  const bytes = await Promise.all(["#010101", "#020202", "#030303"].map(createPhoto));
  const outcomes = await Promise.all([...bytes, ...bytes].map((pictureBytes) => add({ bytes: pictureBytes })));
  expect(outcomes.filter((result) => result.outcome === "added")).toHaveLength(3);
  expect((await listKeys()).toSorted()).toEqual(bytes.map(computePictureKey).toSorted());
});

test("missing files are stored again", async () => {
  const bytes = await createPhoto("#778899");
  const { key } = await add({ bytes });
  rmSync(path.join(dataDir, "pictures", `${key}.180.avif`));
  expect((await add({ bytes })).outcome).toBe("unchanged");
  expect(await server.app.files.has(`${key}.180.avif`)).toBe(true);
});

test("a refused picture leaves neither a row nor a file", async () => {
  const filesBefore = readdirSync(path.join(dataDir, "pictures"));
  const bytes = Buffer.from("no soy una foto");
  expect(await addPicture(server.app, { productId, bytes })).toEqual({ refused: "picture_unreadable" });
  for (const unknownProductId of [newId(), "x'; --"]) {
    expect(await addPicture(server.app, { productId: unknownProductId, bytes: await createPhoto("#123123") })).toEqual({
      refused: "product_not_found",
    });
  }
  expect(await findPicture(server.app.db, computePictureKey(bytes))).toBeUndefined();
  expect(readdirSync(path.join(dataDir, "pictures"))).toEqual(filesBefore);
});

test("a removed picture leaves the product immediately; its URL stays valid, and it can be added again", async () => {
  const bytes = [await createPhoto("#aaaa00"), await createPhoto("#bbbb00"), await createPhoto("#cccc00")];
  const addedPictures = [];
  for (const pictureBytes of bytes) addedPictures.push(await add({ bytes: pictureBytes }));
  const [firstKey, secondKey, thirdKey] = addedPictures.map((picture) => picture.key);
  expect(await removePicture(server.app, productId, firstKey!)).toBe("removed");
  expect(await listKeys()).toEqual([secondKey, thirdKey]);
  expect((await server.call("GET", `/api/v1/products/${productId}`)).json.images).toHaveLength(2);
  expect((await server.call("GET", `/pictures/${firstKey}.180.webp`)).status).toBe(200);
  expect(await removePicture(server.app, productId, firstKey!)).toEqual({ refused: "picture_not_found" });
  expect(await removePicture(server.app, newId(), firstKey!)).toEqual({ refused: "product_not_found" });
  expect(await removePicture(server.app, "x", firstKey!)).toEqual({ refused: "product_not_found" });
  expect((await add({ bytes: bytes[0]! })).outcome).toBe("added");
  expect(await listKeys()).toEqual([secondKey, thirdKey, firstKey]);
});
