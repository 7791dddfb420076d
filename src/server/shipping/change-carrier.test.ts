import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listChanges, type Actor } from "../change-log/change-log.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { listCarriers } from "./carriers.ts";
import {
  addCarrier,
  changeCarrier,
  checkCarrier,
  findStoredCarrier,
  reorderCarrier,
  retireCarrier,
  versionOfCarrier,
} from "./change-carrier.ts";
import { offerCarrier } from "./offer-carrier.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const MARTA: Actor = { memberId: null, name: "Marta", ip: null };
const NO_PICTURES = { picture: null, alertPicture: null };
const FIELDS = {
  name: "Burro Exprés",
  description: "Llega",
  priceCents: 120_00,
  insuranceRateBps: 250,
  maxPieces: 5,
  pieceCents: 10_00,
  alertText: null,
};
const names = async (key = "matriz") =>
  (await listCarriers(testApp.app.db, (await testApp.findShop(key)).id)).map(({ name }) => name);

test.each([
  [{ name: "" }, "name"],
  [{ priceCents: Number.NaN }, "priceCents"],
  [{ priceCents: -1 }, "priceCents"],
  [{ insuranceRateBps: 0 }, "insuranceRateBps"],
  [{ insuranceRateBps: 10_001 }, "insuranceRateBps"],
  [{ pieceCents: null }, "pieceCents"],
  [{ maxPieces: null }, "pieceCents"],
  [{ maxPieces: 1.5 }, "maxPieces"],
])("a carrier with %j is refused with the invalid field", (invalid, field) => {
  expect(checkCarrier({ ...FIELDS, ...invalid })).toMatchObject({ refused: "bad_carrier", field });
});

test("a new carrier is the last one in every shop and can be moved up", async () => {
  const added = await addCarrier(testApp.app, FIELDS, NO_PICTURES, MARTA);
  if (isRefusal(added)) throw new Error(added.refused);
  expect((await names()).at(-1)).toBe("Burro Exprés");
  expect(await names("norte")).toContain("Burro Exprés");
  await reorderCarrier(testApp.app, added.id, "up", MARTA);
  expect((await names()).at(-2)).toBe("Burro Exprés");
  const actions = (await listChanges(testApp.app.genericPlanDb, "carrier", { id: added.id })).map(
    ({ action }) => action,
  );
  expect(actions).toEqual(["carrier-move", "carrier-add"]);
});

test("of two concurrent changes of a carrier the second is refused; only changed fields are logged", async () => {
  const added = await addCarrier(testApp.app, { ...FIELDS, name: "Mula" }, NO_PICTURES, MARTA);
  if (isRefusal(added)) throw new Error(added.refused);
  const version = versionOfCarrier((await findStoredCarrier(testApp.app.db, added.id))!);
  const answers = await Promise.all(
    [130_00, 140_00].map((priceCents) =>
      changeCarrier(
        testApp.app,
        { id: added.id, fields: { ...FIELDS, name: "Mula", priceCents }, pictures: NO_PICTURES, seen: version },
        MARTA,
      ),
    ),
  );
  expect(answers.filter(isRefusal)).toEqual([{ refused: "edit_conflict" }]);
  const [change] = await listChanges(testApp.app.genericPlanDb, "carrier", { id: added.id });
  expect(change).toMatchObject({ action: "carrier-change", before: { priceCents: 120_00 } });
  expect(Object.keys(change!.after as object)).toEqual(["priceCents"]);
});

test("every shop keeps a carrier when several are retired and withdrawn at the same time", async () => {
  const norte = await testApp.findShop("norte");
  const all = await listCarriers(testApp.app.db, norte.id);
  const answers = await Promise.all(
    all.map(({ id }, index) =>
      index % 2 === 0
        ? retireCarrier(testApp.app, id, MARTA)
        : offerCarrier(testApp.app, norte.id, { carrierId: id, isOffered: false }, MARTA),
    ),
  );
  expect(answers.filter(isRefusal).length).toBeGreaterThan(0);
  expect((await names("norte")).length).toBeGreaterThan(0);
  expect((await names()).length).toBeGreaterThan(0);
});
