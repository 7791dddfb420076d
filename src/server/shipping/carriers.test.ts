import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { demoId } from "../../../demo/load/demo-id.ts";
import { addShop } from "../shops/add-shop.ts";
import { changePaymentMethodTexts } from "../checkout/payment-method-texts.ts";
import { changeSetting } from "../settings/change-setting.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { INSURED_CARRIER, createTestCart, createTestGuest, PLAIN_CARRIER } from "../testing/checkout-fixtures.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { listCarriers } from "./carriers.ts";
import { setCarrierOffered } from "./offer-carrier.ts";

const ALERT_CARRIER = demoId("carrier", "alert");

let server: TestServer;
let size: TestSize;
beforeAll(async () => {
  server = await startTestServer();
  size = await createTestSize(server.app, { pieces: 100 });
});
afterAll(() => server.stop());

/** Requests the quote and the checkout of a new cart, and returns both statuses and the refusal's code. */
async function buy(shopKey: string, shippingId: string, method = "TB") {
  const shop = await server.findShop(shopKey);
  const guest = await createTestGuest(server.app, shop);
  const { id } = await createTestCart(server.app, shop, [{ ...size, pieces: 1 }]);
  const quoteResponse = await server.call(
    "GET",
    `/api/v1/carts/${id}/quote?shippingId=${shippingId}&payment_method=${method}`,
    {
      shop: shopKey,
    },
  );
  const { customerId, addressId, token } = guest;
  const body = { customerId, addressId, shippingId, payment_method: method };
  const checkoutResponse = await server.call("POST", `/api/v1/carts/${id}/checkout`, { shop: shopKey, token, body });
  return [quoteResponse.status, checkoutResponse.status, checkoutResponse.json.code];
}

test("a carrier withdrawn from a branch is neither listed nor accepted there", async () => {
  const listCarrierIds = async (shopKey: string) =>
    (await server.call("GET", "/api/v1/shippings", { shop: shopKey })).json.docs.map((doc: { _id: string }) => doc._id);
  expect(await listCarrierIds("matriz")).toContain(ALERT_CARRIER);
  expect(await listCarrierIds("norte")).not.toContain(ALERT_CARRIER);
  expect(await buy("norte", ALERT_CARRIER)).toEqual([404, 404, "CARRIER_NOT_FOUND"]);
  expect(await buy("matriz", ALERT_CARRIER)).toEqual([200, 200, undefined]);
  expect(await buy("norte", PLAIN_CARRIER)).toEqual([200, 200, undefined]);
});

test("one carrier of a shop remains when all are withdrawn at the same time", async () => {
  const branch = await addShop(server.app, {
    key: "este",
    name: "Este",
    host: "este.mx",
    color: null,
    copyFrom: null,
  });
  if (isRefusal(branch)) throw new Error(branch.refused);
  const offeredIds = (await listCarriers(server.app.db, branch.id)).map(({ id }) => id);
  const results = await Promise.all(
    offeredIds.map((carrierId) => setCarrierOffered(server.app, branch.id, { carrierId, isOffered: false })),
  );
  expect(results.filter((result) => result === "done")).toHaveLength(offeredIds.length - 1);
  expect(results.filter(isRefusal)).toEqual([{ refused: "carrier_last" }]);
  expect(await listCarriers(server.app.db, branch.id)).toHaveLength(1);
  expect(await setCarrierOffered(server.app, branch.id, { carrierId: INSURED_CARRIER, isOffered: true })).toBe("done");
  const unknownCarrier = { carrierId: crypto.randomUUID(), isOffered: true };
  expect(await setCarrierOffered(server.app, branch.id, unknownCarrier)).toEqual({ refused: "carrier_not_found" });
});

test("a branch chooses its payment methods and their texts, and keeps at least one method", async () => {
  const norte = await server.findShop("norte");
  expect(await changeSetting(server.app, norte, "payments.transfer", false)).not.toHaveProperty("refused");
  expect(await buy("norte", PLAIN_CARRIER, "TB")).toEqual([409, 409, "PAYMENT_METHOD_DISABLED"]);
  expect(await buy("matriz", PLAIN_CARRIER, "TB")).toEqual([200, 200, undefined]);
  expect(await changeSetting(server.app, norte, "payments.enabled", false)).toMatchObject({ refused: "bad_value" });
  expect(await buy("norte", PLAIN_CARRIER, "MP")).toEqual([200, 200, undefined]);
  expect(await changeSetting(server.app, norte, "payments.transfer", true)).not.toHaveProperty("refused");
  expect(await changeSetting(server.app, norte, "payments.enabled", false)).not.toHaveProperty("refused");
  expect(await buy("norte", PLAIN_CARRIER, "MP")).toEqual([409, 409, "PAYMENT_METHOD_DISABLED"]);

  const texts = { method: "TB", message: "Deposita en Monterrey." } as const;
  expect(await changePaymentMethodTexts(server.app, norte, texts)).toBe("changed");
  const fetchPaymentTexts = async (shopKey: string) =>
    (await server.call("GET", "/api/v1/payment-methods/TB", { shop: shopKey })).json;
  expect(await fetchPaymentTexts("norte")).toEqual({
    name: "Transferencia Bancaria",
    checkout_msg: "Deposita en Monterrey.",
  });
  expect((await fetchPaymentTexts("matriz")).checkout_msg).not.toContain("Monterrey");
});
