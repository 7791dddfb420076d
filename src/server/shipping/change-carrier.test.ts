import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listChanges, type Actor } from "../change-log/change-log.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { listCarriers } from "./carriers.ts";
import {
  addCarrier,
  changeCarrier,
  checkCarrier,
  findEditableCarrier,
  reorderCarrier,
  retireCarrier,
  versionOfCarrier,
} from "./change-carrier.ts";
import { setCarrierOffered } from "./offer-carrier.ts";

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
const listNames = async (shopKey = "matriz") =>
  (await listCarriers(testApp.app.db, (await testApp.findShop(shopKey)).id)).map(({ name }) => name);

test.each([
  [{ name: "" }, "name"],
  [{ priceCents: Number.NaN }, "priceCents"],
  [{ priceCents: -1 }, "priceCents"],
  [{ insuranceRateBps: 0 }, "insuranceRateBps"],
  [{ insuranceRateBps: 10_001 }, "insuranceRateBps"],
  [{ pieceCents: null }, "pieceCents"],
  [{ maxPieces: null }, "pieceCents"],
  [{ maxPieces: 1.5 }, "maxPieces"],
])("a carrier with %j is refused with the invalid field", (invalidFields, field) => {
  expect(checkCarrier({ ...FIELDS, ...invalidFields })).toMatchObject({ refused: "bad_carrier", field });
});

test("a new carrier is the last one in every shop and can be moved up", async () => {
  const addedCarrier = await addCarrier(testApp.app, FIELDS, NO_PICTURES, MARTA);
  if (isRefusal(addedCarrier)) throw new Error(addedCarrier.refused);
  expect((await listNames()).at(-1)).toBe("Burro Exprés");
  expect(await listNames("norte")).toContain("Burro Exprés");
  await reorderCarrier(testApp.app, addedCarrier.id, "up", MARTA);
  expect((await listNames()).at(-2)).toBe("Burro Exprés");
  const actions = (await listChanges(testApp.app.genericPlanDb, "carrier", { id: addedCarrier.id })).map(
    ({ action }) => action,
  );
  expect(actions).toEqual(["carrier-move", "carrier-add"]);
});

test("of two concurrent changes of a carrier the second is refused; only changed fields are logged", async () => {
  const addedCarrier = await addCarrier(testApp.app, { ...FIELDS, name: "Mula" }, NO_PICTURES, MARTA);
  if (isRefusal(addedCarrier)) throw new Error(addedCarrier.refused);
  const version = versionOfCarrier((await findEditableCarrier(testApp.app.db, addedCarrier.id))!);
  const results = await Promise.all(
    [130_00, 140_00].map((priceCents) =>
      changeCarrier(
        testApp.app,
        { id: addedCarrier.id, fields: { ...FIELDS, name: "Mula", priceCents }, pictures: NO_PICTURES, seen: version },
        MARTA,
      ),
    ),
  );
  expect(results.filter(isRefusal)).toEqual([{ refused: "edit_conflict" }]);
  const [change] = await listChanges(testApp.app.genericPlanDb, "carrier", { id: addedCarrier.id });
  expect(change).toMatchObject({ action: "carrier-change", before: { priceCents: 120_00 } });
  expect(Object.keys(change!.after as object)).toEqual(["priceCents"]);
});

test("every shop keeps a carrier when several are retired and withdrawn at the same time", async () => {
  const norte = await testApp.findShop("norte");
  const carriers = await listCarriers(testApp.app.db, norte.id);
  const results = await Promise.all(
    carriers.map(({ id }, index) =>
      index % 2 === 0
        ? retireCarrier(testApp.app, id, MARTA)
        : setCarrierOffered(testApp.app, norte.id, { carrierId: id, isOffered: false }, MARTA),
    ),
  );
  expect(results.filter(isRefusal).length).toBeGreaterThan(0);
  expect((await listNames("norte")).length).toBeGreaterThan(0);
  expect((await listNames()).length).toBeGreaterThan(0);
});
