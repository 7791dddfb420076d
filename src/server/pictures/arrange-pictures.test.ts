import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { createTestSize } from "../testing/test-size.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { findEditedProduct } from "../catalog/edited-product.ts";
import { addPicture } from "./add-picture.ts";
import { describePicture, movePicture, orderPictures, restorePicture } from "./arrange-pictures.ts";
import { removePicture } from "./remove-picture.ts";

const BY = { memberId: null, name: "Vera", ip: null };

let testApp: TestApp;
let productId: string;
let a: string;
let b: string;
let c: string;
beforeAll(async () => {
  testApp = await startTestApp();
  ({ productId } = await createTestSize(testApp.app, { pieces: 1 }));
  [a, b, c] = [await add("#a00"), await add("#0a0"), await add("#00a")];
});
afterAll(() => testApp.stop());

async function add(background: string): Promise<string> {
  const bytes = await sharp({ create: { width: 200, height: 250, channels: 3, background } })
    .png()
    .toBuffer();
  const added = await addPicture(testApp.app, { productId, bytes, by: BY });
  if (isRefusal(added)) throw new Error(added.refused);
  return added.key;
}
const pictures = async () => (await findEditedProduct(testApp.app.db, productId))!.pictures;
const keys = async () => (await pictures()).map(({ key }) => key);

test("pictures can be put in order and moved by one position, but not beyond the first or last", async () => {
  await orderPictures(testApp.app, productId, [c, a, b], BY);
  expect(await keys()).toEqual([c, a, b]);
  await movePicture(testApp.app, productId, { key: b, step: -1 }, BY);
  await movePicture(testApp.app, productId, { key: c, step: -1 }, BY);
  expect(await keys()).toEqual([c, b, a]);
});

test("an outdated order neither removes a new picture nor restores a removed one", async () => {
  await removePicture(testApp.app, productId, b, BY);
  await Promise.all([
    orderPictures(testApp.app, productId, [a, b, "inventada"], BY),
    orderPictures(testApp.app, productId, [a, a, b], BY),
  ]);
  expect(await keys()).toEqual([a, c]);
});

test("a removed picture is restored to its position, once", async () => {
  const removed = { key: b, position: 1 };
  expect(await restorePicture(testApp.app, productId, removed, BY)).toBe("done");
  expect(await restorePicture(testApp.app, productId, removed, BY)).toBe("done");
  expect(await keys()).toEqual([a, b, c]);
  const unknown = await restorePicture(testApp.app, productId, { key: "inventada", position: 0 }, BY);
  expect(unknown).toEqual({ refused: "picture_not_found" });
});

test("a picture's description and focus point can be changed", async () => {
  await describePicture(testApp.app, productId, { key: a, alt: "De\nfrente ", focus: [50, 20] }, BY);
  expect((await pictures())[0]).toMatchObject({ alt: "De frente", focus: [50, 20] });
  await describePicture(testApp.app, productId, { key: a, alt: "", focus: [50, 50] }, BY);
  expect((await pictures())[0]).toMatchObject({ alt: "", focus: null });
});
