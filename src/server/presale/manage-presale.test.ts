import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listChanges } from "../change-log/change-log.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { listAccessCodes, listAllCodes } from "./list-codes.ts";
import { makeAccessCodes, revokeAllCodes } from "./manage-codes.ts";
import { changePresale, makePresale, movePresaleProducts } from "./manage-presale.ts";
import { findPresale, type Presale } from "../presale-access/queries.ts";

const ANA = { memberId: null, name: "Ana", ip: null };
const day = (n: number) => new Date(Date.now() + n * 86_400_000);

let testApp: TestApp;
let serial = 0;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

async function make(changes: Partial<Presale> = {}): Promise<Presale> {
  const name = `Preventa de prueba ${++serial}`;
  const created = await makePresale(
    testApp.app,
    { name, startsAt: day(1), endsAt: day(9), deliversOn: null, productIds: [], ...changes },
    ANA,
  );
  if (isRefusal(created)) throw new Error(created.refused);
  return created;
}

describe("a presale that is changed", () => {
  test("has its old and new values in the change log", async () => {
    const presale = await make();
    expect(await changePresale(testApp.app, { ...presale, deliversOn: "2099-01-31" }, ANA)).toBe("changed");
    expect((await findPresale(testApp.app.db, presale.id))!.deliversOn).toBe("2099-01-31");
    const [change] = await listChanges(testApp.app.db, "presale", { id: presale.id });
    expect(change).toMatchObject({ before: { deliversOn: null }, after: { deliversOn: "2099-01-31" } });
  });

  test("has dates in order and a unique name", async () => {
    const [presale, other] = [await make(), await make()];
    const change = (changes: Partial<Presale>) => changePresale(testApp.app, { ...presale, ...changes }, ANA);
    expect(await change({ endsAt: presale.startsAt })).toEqual({ refused: "presale_dates" });
    expect(await change({ deliversOn: "2020-01-01" })).toEqual({ refused: "presale_dates" });
    expect(await change({ name: other.name.toUpperCase() })).toEqual({ refused: "presale_name_taken" });
    expect(await change({ name: "" })).toEqual({ refused: "presale_name_missing" });
  });

  test("keeps its opening once it has begun; its end may change", async () => {
    const presale = await make({ startsAt: day(-1) });
    const change = (changes: Partial<Presale>) => changePresale(testApp.app, { ...presale, ...changes }, ANA);
    expect(await change({ startsAt: day(1) })).toEqual({ refused: "presale_begun" });
    expect(await change({ endsAt: day(20) })).toBe("changed");
  });
});

describe("a product that is taken out of a presale", () => {
  const presaleOf = async ({ productId }: TestSize) => {
    const product = testApp.app.db.selectFrom("products").select("presale_id").where("id", "=", productId);
    return (await product.executeTakeFirstOrThrow()).presale_id;
  };
  const takeOut = ({ id }: Presale, ...sizes: TestSize[]) => {
    const productIds = sizes.map(({ productId }) => productId);
    return movePresaleProducts(testApp.app, { presaleId: id, productIds, isOut: true }, ANA);
  };

  test("returns to normal sale", async () => {
    const presale = await make();
    const size = await createTestSize(testApp.app, { pieces: 1, presaleId: presale.id });
    expect(await takeOut(presale, size)).toBe("done");
    expect(await presaleOf(size)).toBeNull();
  });

  test("stays where it is if it moved to another presale since the form was opened", async () => {
    const [presale, other] = [await make(), await make()];
    const own = await createTestSize(testApp.app, { pieces: 1, presaleId: presale.id });
    const moved = await createTestSize(testApp.app, { pieces: 1, presaleId: other.id });
    expect(await takeOut(presale, own, moved)).toEqual({ refused: "product_not_in_presale" });
    expect([await presaleOf(own), await presaleOf(moved)]).toEqual([presale.id, other.id]);
  });
});

test("two concurrent calls with the same name create one presale", async () => {
  const input = { name: `Gemela ${++serial}`, startsAt: day(1), endsAt: day(2), deliversOn: null, productIds: [] };
  const outcomes = await Promise.all([makePresale(testApp.app, input, ANA), makePresale(testApp.app, input, ANA)]);
  expect(outcomes.filter(isRefusal)).toEqual([{ refused: "presale_name_taken" }]);
});

test("thousands of codes are created together, listed in pages without repetitions, and all revoked", async () => {
  const presale = await make();
  const other = await make();
  await makeAccessCodes(testApp.app, other.id, { count: 1, maxUses: null, endsAt: null }, ANA);
  const created = await makeAccessCodes(testApp.app, presale.id, { count: 5_000, maxUses: 1, endsAt: null }, ANA);
  if (isRefusal(created)) throw new Error(created.refused);
  const listed = new Set<string>();
  let after = "";
  for (let page = 0; page < 3; page++) {
    const { codes, nextCode } = await listAccessCodes(testApp.app.db, { presaleId: presale.id, term: "", after });
    for (const { code } of codes) listed.add(code);
    after = nextCode!;
  }
  expect(listed.size).toBe(150);
  expect(await listAllCodes(testApp.app.db, presale.id)).toHaveLength(5_000);
  expect(await revokeAllCodes(testApp.app, presale.id, ANA)).toHaveLength(created.length);
  const states = new Set((await listAllCodes(testApp.app.db, presale.id)).map(({ state }) => state));
  expect([...states]).toEqual(["revoked"]);
  expect((await listAllCodes(testApp.app.db, other.id)).map(({ state }) => state)).toEqual(["valid"]);
  const [change] = await listChanges(testApp.app.db, "presale", { id: presale.id });
  // A code is a secret, so the log never has a complete one.
  expect(created.some((code) => JSON.stringify(change).includes(code))).toBe(false);
});
