import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { createTestSize } from "../testing/test-size.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { findEditedProduct } from "../catalog/edited-product.ts";
import { addPicture } from "./add-picture.ts";
import { setPictureDescriptionAndFocus, movePicture, reorderPictures, restorePicture } from "./arrange-pictures.ts";
import { removePicture } from "./remove-picture.ts";

const BY = { memberId: null, name: "Vera", ip: null };

let testApp: TestApp;
let productId: string;
let keyA: string;
let keyB: string;
let keyC: string;
beforeAll(async () => {
  testApp = await startTestApp();
  ({ productId } = await createTestSize(testApp.app, { pieces: 1 }));
  [keyA, keyB, keyC] = [await add("#a00"), await add("#0a0"), await add("#00a")];
});
afterAll(() => testApp.stop());

async function add(background: string): Promise<string> {
  const bytes = await sharp({ create: { width: 200, height: 250, channels: 3, background } })
    .png()
    .toBuffer();
  const addResult = await addPicture(testApp.app, { productId, bytes, by: BY });
  if (isRefusal(addResult)) throw new Error(addResult.refused);
  return addResult.key;
}
const listPictures = async () => (await findEditedProduct(testApp.app.db, productId))!.pictures;
const listKeys = async () => (await listPictures()).map(({ key }) => key);

test("pictures can be put in order and moved by one position, but not before the first", async () => {
  await reorderPictures(testApp.app, productId, [keyC, keyA, keyB], BY);
  expect(await listKeys()).toEqual([keyC, keyA, keyB]);
  await movePicture(testApp.app, productId, { key: keyB, step: -1 }, BY);
  await movePicture(testApp.app, productId, { key: keyC, step: -1 }, BY);
  expect(await listKeys()).toEqual([keyC, keyB, keyA]);
});

test("an outdated list of keys neither removes a new picture nor restores a removed one", async () => {
  await removePicture(testApp.app, productId, keyB, BY);
  await Promise.all([
    reorderPictures(testApp.app, productId, [keyA, keyB, "inventada"], BY),
    reorderPictures(testApp.app, productId, [keyA, keyA, keyB], BY),
  ]);
  expect(await listKeys()).toEqual([keyA, keyC]);
});

test("a removed picture is restored to its position, once", async () => {
  const removedPicture = { key: keyB, position: 1 };
  expect(await restorePicture(testApp.app, productId, removedPicture, BY)).toBe("done");
  expect(await restorePicture(testApp.app, productId, removedPicture, BY)).toBe("done");
  expect(await listKeys()).toEqual([keyA, keyB, keyC]);
  const refusal = await restorePicture(testApp.app, productId, { key: "inventada", position: 0 }, BY);
  expect(refusal).toEqual({ refused: "picture_not_found" });
});

test("a picture's description and focus point can be changed", async () => {
  await setPictureDescriptionAndFocus(testApp.app, productId, { key: keyA, alt: "De\nfrente ", focus: [50, 20] }, BY);
  expect((await listPictures())[0]).toMatchObject({ alt: "De frente", focus: [50, 20] });
  await setPictureDescriptionAndFocus(testApp.app, productId, { key: keyA, alt: "", focus: [50, 50] }, BY);
  expect((await listPictures())[0]).toMatchObject({ alt: "", focus: null });
});
