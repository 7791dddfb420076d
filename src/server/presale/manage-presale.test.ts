import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listChanges } from "../change-log/change-log.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { listAccessCodes, listAllAccessCodes } from "./list-codes.ts";
import { makeAccessCodes, revokeAllAccessCodes } from "./manage-codes.ts";
import { changePresale, makePresale, movePresaleProducts } from "./manage-presale.ts";
import { findPresale, type Presale } from "../presale-access/queries.ts";

const ANA = { memberId: null, name: "Ana", ip: null };
const inDays = (n: number) => new Date(Date.now() + n * 86_400_000);

let testApp: TestApp;
let serial = 0;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

async function createPresale(changes: Partial<Presale> = {}): Promise<Presale> {
  const name = `Preventa de prueba ${++serial}`;
  const makeResult = await makePresale(
    testApp.app,
    { name, startsAt: inDays(1), endsAt: inDays(9), deliversOn: null, productIds: [], ...changes },
    ANA,
  );
  if (isRefusal(makeResult)) throw new Error(makeResult.refused);
  return makeResult;
}

describe("a presale that is changed", () => {
  test("has its old and new values in the change log", async () => {
    const presale = await createPresale();
    expect(await changePresale(testApp.app, { ...presale, deliversOn: "2099-01-31" }, ANA)).toBe("changed");
    expect((await findPresale(testApp.app.db, presale.id))!.deliversOn).toBe("2099-01-31");
    const [change] = await listChanges(testApp.app.db, "presale", { id: presale.id });
    expect(change).toMatchObject({ before: { deliversOn: null }, after: { deliversOn: "2099-01-31" } });
  });

  test("is refused with dates out of order, a name that another presale has, or no name", async () => {
    const [presale, otherPresale] = [await createPresale(), await createPresale()];
    const change = (changes: Partial<Presale>) => changePresale(testApp.app, { ...presale, ...changes }, ANA);
    expect(await change({ endsAt: presale.startsAt })).toEqual({ refused: "presale_dates" });
    expect(await change({ deliversOn: "2020-01-01" })).toEqual({ refused: "presale_dates" });
    expect(await change({ name: otherPresale.name.toUpperCase() })).toEqual({ refused: "presale_name_taken" });
    expect(await change({ name: "" })).toEqual({ refused: "presale_name_missing" });
  });

  test("keeps its opening once it has begun; its end may change", async () => {
    const presale = await createPresale({ startsAt: inDays(-1) });
    const change = (changes: Partial<Presale>) => changePresale(testApp.app, { ...presale, ...changes }, ANA);
    expect(await change({ startsAt: inDays(1) })).toEqual({ refused: "presale_begun" });
    expect(await change({ endsAt: inDays(20) })).toBe("changed");
  });
});

describe("a product that is taken out of a presale", () => {
  const presaleIdOf = async ({ productId }: TestSize) => {
    const product = testApp.app.db.selectFrom("products").select("presale_id").where("id", "=", productId);
    return (await product.executeTakeFirstOrThrow()).presale_id;
  };
  const takeOut = ({ id }: Presale, ...sizes: TestSize[]) => {
    const productIds = sizes.map(({ productId }) => productId);
    return movePresaleProducts(testApp.app, { presaleId: id, productIds, isRemoval: true }, ANA);
  };

  test("returns to normal sale", async () => {
    const presale = await createPresale();
    const size = await createTestSize(testApp.app, { pieces: 1, presaleId: presale.id });
    expect(await takeOut(presale, size)).toBe("done");
    expect(await presaleIdOf(size)).toBeNull();
  });

  test("stays in it, as do all others of the same call, if one of them is in another presale by now", async () => {
    const [presale, otherPresale] = [await createPresale(), await createPresale()];
    const ownSize = await createTestSize(testApp.app, { pieces: 1, presaleId: presale.id });
    const otherPresaleSize = await createTestSize(testApp.app, { pieces: 1, presaleId: otherPresale.id });
    expect(await takeOut(presale, ownSize, otherPresaleSize)).toEqual({ refused: "product_not_in_presale" });
    expect([await presaleIdOf(ownSize), await presaleIdOf(otherPresaleSize)]).toEqual([presale.id, otherPresale.id]);
  });
});

test("two concurrent calls with the same name create one presale", async () => {
  const input = {
    name: `Gemela ${++serial}`,
    startsAt: inDays(1),
    endsAt: inDays(2),
    deliversOn: null,
    productIds: [],
  };
  const results = await Promise.all([makePresale(testApp.app, input, ANA), makePresale(testApp.app, input, ANA)]);
  expect(results.filter(isRefusal)).toEqual([{ refused: "presale_name_taken" }]);
});

test("thousands of codes are created together, listed in pages without repetitions, and all revoked", async () => {
  const presale = await createPresale();
  const otherPresale = await createPresale();
  await makeAccessCodes(testApp.app, otherPresale.id, { count: 1, maxUses: null, endsAt: null }, ANA);
  const createdCodes = await makeAccessCodes(testApp.app, presale.id, { count: 5_000, maxUses: 1, endsAt: null }, ANA);
  if (isRefusal(createdCodes)) throw new Error(createdCodes.refused);
  const listedCodes = new Set<string>();
  let after = "";
  for (let page = 0; page < 3; page++) {
    const { codes, lastCode } = await listAccessCodes(testApp.app.db, { presaleId: presale.id, term: "", after });
    for (const { code } of codes) listedCodes.add(code);
    after = lastCode!;
  }
  expect(listedCodes.size).toBe(150);
  expect(await listAllAccessCodes(testApp.app.db, presale.id)).toHaveLength(5_000);
  expect(await revokeAllAccessCodes(testApp.app, presale.id, ANA)).toHaveLength(createdCodes.length);
  const states = new Set((await listAllAccessCodes(testApp.app.db, presale.id)).map(({ state }) => state));
  expect([...states]).toEqual(["revoked"]);
  expect((await listAllAccessCodes(testApp.app.db, otherPresale.id)).map(({ state }) => state)).toEqual(["valid"]);
  const [change] = await listChanges(testApp.app.db, "presale", { id: presale.id });
  // A code is a secret, so the log never has a complete one.
  expect(createdCodes.some((code) => JSON.stringify(change).includes(code))).toBe(false);
});
