import { afterAll, beforeAll, expect, test } from "vitest";
import { CONSOLE_ACTOR as BY } from "../../../../server/change-log/change-log.ts";
import { startTestApp, type TestApp } from "../../../../server/testing/test-app.ts";
import { createTestSize } from "../../../../server/testing/test-size.ts";
import type { FormFields } from "../../guard.ts";
import { saveOffer } from "./offer-actions.server.ts";

let testApp: TestApp;
let productId: string;
beforeAll(async () => {
  testApp = await startTestApp();
  ({ productId } = await createTestSize(testApp.app, { pieces: 1, priceCents: 500_00 }));
});
afterAll(() => testApp.stop());

const save = (fields: Record<string, string>) => {
  const text = (name: string) => fields[name] ?? "";
  const form: FormFields = { text, multilineText: text, secret: text, all: () => [] };
  return saveOffer(testApp.app, productId, form, BY);
};

test.each([
  [{ offerPrice: "" }, "offerPrice"],
  [{ offerPrice: "barato" }, "offerPrice"],
  [{ offerPrice: "0 %" }, "offerPrice"],
  [{ offerPrice: "101 %" }, "offerPrice"],
  [{ offerPrice: "0" }, "offerPrice"],
  [{ offerPrice: "500" }, "offerPrice"],
  [{ offerPrice: "400", former: "caro" }, "former"],
  [{ offerPrice: "400", former: "999" }, "former"],
  [{ offerPrice: "400", from: "2020-01-01" }, "from"],
  [{ offerPrice: "400", from: "ayer" }, "from"],
  [{ offerPrice: "400", until: "2020-01-01" }, "until"],
  [{ offerPrice: "400", from: "2099-02-01", until: "2099-01-01" }, "until"],
  [{ offerPrice: "400", until: "2099-02-31" }, "until"],
  [{ offerPrice: "400", size: "M" }, "size"],
  [{ offerPrice: "400", shop: "sur" }, "shop"],
])("%j gets an error message only at %s, and keeps the typed price", async (fields, field) => {
  const outcome = await save(fields);
  expect(outcome).toMatchObject({
    failure: "Revisa los campos marcados.",
    offer: { typed: { price: fields.offerPrice } },
  });
  expect(Object.keys("offer" in outcome ? outcome.offer.errors : {})).toEqual([field]);
});

test("an offer by percentage is accepted, with a warning about a former price charged for under a week", async () => {
  expect(await save({ offerPrice: "20 %", until: "2099-12-31" })).toEqual({
    done: expect.stringMatching(/^La oferta quedó puesta\. Ojo: el precio anterior se cobró menos de 7 días/),
  });
});
