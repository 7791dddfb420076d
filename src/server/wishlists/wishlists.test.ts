import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoId } from "../../../demo/load/demo-id.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { runAudit } from "../audit/run-audit.ts";
import { eraseCustomer } from "../customers/office/erase-customer.ts";
import { exportCustomer } from "../customers/office/export-customer.ts";
import { newId } from "../db/new-id.ts";
import { openSession } from "../sessions/sessions.ts";
import { registerCustomer } from "../sign-in/register-customer.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { readWishlistAndMarkSoldOut } from "./read-wishlist.ts";
import { saveToWishlist } from "./save-to-wishlist.ts";

const BY = { memberId: null, name: "Vera", ip: null };

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.stop());

let customerCount = 0;
async function register() {
  const username = `favoritos-${++customerCount}@ejemplo.mx`;
  const person = { name: "Ana", lastName: "Prueba", phone: "5511112222", email: null, rfc: null };
  const registration = await registerCustomer(server.app, await server.findShop(), {
    ...person,
    username,
    password: "secreta-1",
  });
  if (isRefusal(registration)) throw new Error(registration.refused);
  const { id } = registration.customer;
  const { token } = await openSession(server.app.genericPlanDb, id);
  return { id, token, path: `/api/v1/customers/${id}/wishlist` };
}

async function makeProduct({ available = 3, isLocal = false } = {}) {
  const { db } = server.app;
  const [id, sizeId] = [newId(), newId()];
  await db
    .insertInto("products")
    .values({ id, name: "Falda", color: "Negro", price_cents: 100_00, is_local: isLocal })
    .execute();
  const size_name_id = demoId("size name", "M");
  await db.insertInto("sizes").values({ id: sizeId, product_id: id, size_name_id, available }).execute();
  const setPieces = (pieces: number) =>
    db.updateTable("sizes").set({ available: pieces }).where("id", "=", sizeId).execute();
  return { id, setPieces };
}

const makeProducts = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await makeProduct()).id));
const bodyOf = (...ids: string[]) => ({ products: ids.map((_id) => ({ _id })) });
const idsOf = (json: { docs: { _id: string }[] }) => json.docs.map(({ _id }) => _id);

async function startOffer(productId: string): Promise<void> {
  await server.app.db
    .insertInto("offers")
    .values({
      id: newId(),
      product_id: productId,
      size_id: null,
      shop_id: null,
      price_cents: 80_00,
      former_price_cents: 100_00,
      starts_at: new Date(Date.now() - 60_000),
      ends_at: null,
      actor: "prueba",
    })
    .execute();
}

test("a customer saves products, reads them newest first, and removes them (WISH-1)", async () => {
  const { token, path } = await register();
  const [skirt, dress] = await makeProducts(2);
  expect((await server.call("GET", path, { token })).json).toEqual({ docs: [], max: 100 });
  await server.call("POST", path, { token, body: bodyOf(skirt!) });
  const { status, json } = await server.call("POST", path, { token, body: bodyOf(dress!, skirt!) });
  expect(status).toBe(200);
  expect(idsOf(json)).toEqual([dress, skirt]);
  const { json: remainingList } = await server.call("DELETE", `${path}/${skirt}`, { token });
  expect(idsOf(remainingList)).toEqual([dress]);
  expect((await server.call("DELETE", `${path}/${skirt}`, { token })).status).toBe(200);
  expect((await server.call("DELETE", `${path}/no-es-un-id`, { token })).status).toBe(200);
});

test("a guest's list keeps its dates and states, and products saved before do not change (WISH-2)", async () => {
  const { token, path } = await register();
  const [savedId, otherId] = await makeProducts(2);
  await server.call("POST", path, { token, body: bodyOf(savedId!) });
  const { json: listBefore } = await server.call("GET", path, { token });
  const products = [
    { _id: savedId, addedOn: "2020-01-01T00:00:00Z", wasSoldOut: true, wasOnOffer: true },
    { _id: otherId, addedOn: "2026-01-31T12:00:00Z", wasSoldOut: true, wasOnOffer: false },
  ];
  const { json } = await server.call("POST", path, { token, body: { products } });
  expect(json.docs).toEqual([
    listBefore.docs[0],
    {
      _id: otherId,
      addedOn: "2026-01-31T12:00:00.000Z",
      wasSoldOut: true,
      wasOnOffer: false,
      isBack: true,
      hasNewOffer: false,
    },
  ]);
});

test("a date in the future is replaced by the current time", async () => {
  const { token, path } = await register();
  const [productId] = await makeProducts(1);
  const products = [{ _id: productId, addedOn: "2999-01-01T00:00:00Z" }];
  const { json } = await server.call("POST", path, { token, body: { products } });
  expect(Date.parse(json.docs[0].addedOn)).toBeLessThanOrEqual(Date.now());
});

describe("the limit of 100 (WISH-3)", () => {
  test("products are saved in the given order up to the limit, and one more is refused", async () => {
    const { token, path, id } = await register();
    const ids = await makeProducts(102);
    const firstAnswer = await server.call("POST", path, { token, body: bodyOf(...ids.slice(0, 99)) });
    expect(firstAnswer.json.docs).toHaveLength(99);
    const { json } = await server.call("POST", path, { token, body: bodyOf(ids[99]!, ids[100]!) });
    expect(idsOf(json)).toContain(ids[99]);
    expect(json.docs).toHaveLength(100);
    const refusedAnswer = await server.call("POST", path, { token, body: bodyOf(ids[101]!) });
    expect([refusedAnswer.status, refusedAnswer.json.code]).toEqual([409, "WISHLIST_FULL"]);
    // A product that is already in the list does not count again.
    expect((await server.call("POST", path, { token, body: bodyOf(ids[0]!) })).status).toBe(200);

    // A product that is no longer sold is hidden, and is replaced by a new one.
    await server.app.db.updateTable("products").set({ is_local: true }).where("id", "=", ids[3]!).execute();
    const replacingAnswer = await server.call("POST", path, { token, body: bodyOf(ids[101]!) });
    expect(idsOf(replacingAnswer.json)).toContain(ids[101]);
    expect(replacingAnswer.json.docs).toHaveLength(100);
    expect(await readWishlistAndMarkSoldOut(server.app, await server.findShop(), id)).toHaveLength(100);
  });

  test("concurrent calls together do not exceed the limit", async () => {
    const { id } = await register();
    const ids = await makeProducts(120);
    const headOffice = await server.findShop();
    const batches = Array.from({ length: 12 }, (_, n) => ids.slice(n * 10, n * 10 + 10));
    await Promise.all(
      batches.map((batch) =>
        saveToWishlist(
          server.app,
          headOffice,
          id,
          batch.map((productId) => ({ productId })),
        ),
      ),
    );
    expect(await readWishlistAndMarkSoldOut(server.app, headOffice, id)).toHaveLength(100);
    const checks = (await runAudit(server.databaseConfig)).filter(({ check }) => check.name.startsWith("wishlists"));
    expect(checks.map(({ violationCount }) => violationCount)).toEqual([0, 0]);
  });

  test("a longer list, an empty list, and fields of another type are refused", async () => {
    const { token, path } = await register();
    for (const products of [[], Array.from({ length: 101 }, () => ({ _id: "x" })), [{ _id: 3 }], "x"]) {
      expect((await server.call("POST", path, { token, body: { products } })).status).toBe(422);
    }
    const products = [{ _id: "x", addedOn: "ayer" }];
    const { json } = await server.call("POST", path, { token, body: { products } });
    expect(json.errors[0].message).toBe("Escribe la fecha como 2026-11-21T18:00:00Z");
  });
});

describe("changes since a product was saved (WISH-4)", () => {
  test("a product that was sold out when it was saved or read later is back once it has pieces", async () => {
    const { token, path } = await register();
    const skirt = await makeProduct();
    const dress = await makeProduct({ available: 0 });
    const readIsBackValues = async () => {
      const { json } = await server.call("GET", path, { token });
      const isBackById = new Map(json.docs.map((doc: { _id: string; isBack: boolean }) => [doc._id, doc.isBack]));
      return [isBackById.get(skirt.id), isBackById.get(dress.id)];
    };
    await server.call("POST", path, { token, body: bodyOf(skirt.id, dress.id) });
    expect(await readIsBackValues()).toEqual([false, false]);
    await dress.setPieces(2);
    await skirt.setPieces(0);
    expect(await readIsBackValues()).toEqual([false, true]);
    await skirt.setPieces(1);
    expect(await readIsBackValues()).toEqual([true, true]);
  });

  test("an offer is marked only if none ran when the product was saved", async () => {
    const { token, path } = await register();
    const [idOnOffer, idOfferedLater] = await makeProducts(2);
    await startOffer(idOnOffer!);
    await server.call("POST", path, { token, body: bodyOf(idOnOffer!, idOfferedLater!) });
    await startOffer(idOfferedLater!);
    const { json } = await server.call("GET", path, { token });
    const hasNewOfferById = new Map(
      json.docs.map((doc: { _id: string; hasNewOffer: boolean }) => [doc._id, doc.hasNewOffer]),
    );
    expect([hasNewOfferById.get(idOnOffer), hasNewOfferById.get(idOfferedLater)]).toEqual([false, true]);
  });
});

test("each shop has its own list, with the products that it sells", async () => {
  const { token, path, id } = await register();
  const norte = (await server.app.shops.byKey("norte"))!;
  const [productId] = await makeProducts(1);
  const localProduct = await makeProduct({ isLocal: true });
  await server.app.db.insertInto("shop_products").values({ shop_id: norte.id, product_id: localProduct.id }).execute();
  const refusedAnswer = await server.call("POST", path, { token, body: bodyOf(localProduct.id) });
  expect([refusedAnswer.status, refusedAnswer.json.code]).toEqual([404, "NOT_FOUND"]);
  expect((await server.call("POST", path, { token, body: bodyOf(newId()) })).status).toBe(404);
  await server.call("POST", path, { token, body: bodyOf(productId!, localProduct.id) });
  expect(idsOf((await server.call("GET", path, { token })).json)).toEqual([productId]);
  expect(await readWishlistAndMarkSoldOut(server.app, norte, id)).toEqual([]);
  expect(await saveToWishlist(server.app, norte, id, [{ productId: localProduct.id }])).toBe("saved");
  expect(idsOf((await server.call("GET", path, { token })).json)).toEqual([productId]);
});

test("a list is in the export of the customer's data and erased with it (WISH-5)", async () => {
  const { id } = await register();
  const [productId] = await makeProducts(1);
  const headOffice = await server.findShop();
  await saveToWishlist(server.app, headOffice, id, [{ productId: productId! }]);
  expect(await exportCustomer(server.app, id, BY)).toMatchObject({
    wishlist: [{ shop: headOffice.name, product: "Falda · Negro", addedAt: expect.any(Date) }],
  });
  expect(await eraseCustomer(server.app, id, BY)).toBe("erased");
  expect(await readWishlistAndMarkSoldOut(server.app, headOffice, id)).toEqual([]);
  expect(await saveToWishlist(server.app, headOffice, id, [{ productId: productId! }])).toEqual({
    refused: "customer_not_found",
  });
});

test("the audit finds a list of a customer without an account, and one that is too long", async () => {
  const { id } = await register();
  const ids = await makeProducts(101);
  const shop_id = (await server.findShop()).id;
  await server.app.db
    .insertInto("wishlist_products")
    .values(
      ids.map((product_id) => ({ customer_id: id, shop_id, product_id, was_sold_out: false, was_on_offer: false })),
    )
    .execute();
  await server.app.db
    .updateTable("customers")
    .set({ kind: "guest", username: null, password_hash: null })
    .where("id", "=", id)
    .execute();
  const findings = await runAudit(server.databaseConfig);
  for (const name of ["wishlists-of-accounts", "wishlists-within-limit"]) {
    expect(findings.find(({ check }) => check.name === name)?.examples).toEqual([id]);
  }
  await server.app.db.deleteFrom("wishlist_products").where("customer_id", "=", id).execute();
});
