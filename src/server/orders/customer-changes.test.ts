import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { CONSOLE_ACTOR } from "../change-log/change-log.ts";
import { packParcel } from "../parcels/pack-parcel.ts";
import { openShopWithPayer, type ShopWithPayer, type PlacedOrder } from "../testing/payer.ts";
import { runShopCommand } from "../testing/run-shop-command.ts";
import { availableOf } from "../testing/test-size.ts";
import { moveOrder } from "./move-order.ts";

let server: ShopWithPayer;
beforeAll(async () => {
  server = await openShopWithPayer();
});
afterAll(async () => {
  const violatedInvariants = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violatedInvariants).toEqual([]);
});

const ADDRESS = { street: "Durango 20", neigh: "Roma Norte", postalCode: "06700", city: "Cuauhtémoc", state: "CDMX" };
const cancel = ({ id, token }: PlacedOrder) => server.call("POST", `/api/v1/orders/${id}/cancel`, { token });
const changeAddress = ({ id, token }: PlacedOrder, body: object = ADDRESS) =>
  server.call("PUT", `/api/v1/orders/${id}/address`, { token, body });
const fetchOrder = async ({ id, token }: PlacedOrder) =>
  (await server.call("GET", `/api/v1/orders/${id}`, { token })).json;

test("an unpaid order is cancelled by its customer once, and its pieces are for sale again", async () => {
  const order = await server.payer.placeOrder({ method: "TB" });
  expect(await fetchOrder(order)).toMatchObject({ changes: { cancel: true, address: true } });
  const availableBefore = await availableOf(server.app, order.size.sizeId);
  const responses = await Promise.all([cancel(order), cancel(order), cancel(order)]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(await fetchOrder(order)).toMatchObject({ status: "CANCELLED", changes: { cancel: false, address: false } });
  expect(await availableOf(server.app, order.size.sizeId)).toBe(availableBefore + 1);
  expect((await changeAddress(order)).json.code).toBe("ADDRESS_TOO_LATE");
});

test("an order that is paid or has a payment under way is not cancelled by its customer", async () => {
  const order = await server.payer.placeOrder();
  await server.payer.pay(order.preferenceId, "CONT");
  await expect.poll(async () => (await fetchOrder(order)).payments).toHaveLength(1);
  expect((await cancel(order)).json.code).toBe("CANCEL_TOO_LATE");
  const paidOrder = await server.payer.placeOrder();
  await server.payer.pay(paidOrder.preferenceId, "APRO");
  await server.payer.waitForStatus(paidOrder, "PAYMENT_ACCEPTED");
  expect((await cancel(paidOrder)).json.code).toBe("CANCEL_TOO_LATE");
});

test("a payment and a cancellation at the same time leave the order and its money consistent", async () => {
  const order = await server.payer.placeOrder();
  await Promise.all([server.payer.pay(order.preferenceId, "APRO"), cancel(order)]);
  await server.payer.expectConsistent(order);
});

test("the address can be changed until a parcel is packed, and of two concurrent changes the later one remains", async () => {
  const order = await server.payer.placeOrder({ method: "TB" });
  expect(await changeAddress(order, { ...ADDRESS, postalCode: "67" })).toMatchObject({ status: 422 });
  const otherAddress = { ...ADDRESS, street: "Colima 3" };
  const responses = await Promise.all([changeAddress(order), changeAddress(order, otherAddress)]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect([ADDRESS.street, otherAddress.street]).toContain((await fetchOrder(order)).deliveryAddress.street);
  const history = (await fetchOrder(order)).history.filter(
    ({ change }: { change: string | null }) => change === "address",
  );
  expect(history).toHaveLength(2);

  await moveOrder(server.app, order.id, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
  const lines = [{ sizeId: order.size.sizeId, pieces: 1 }];
  const [packResult, changeResponse] = await Promise.all([
    packParcel(server.app, order.id, { lines, by: CONSOLE_ACTOR, at: new Date() }),
    changeAddress(order, { ...ADDRESS, street: "Sonora 1" }),
  ]);
  expect(isRefusal(packResult)).toBe(false);
  const isChanged = changeResponse.status === 200;
  expect((await fetchOrder(order)).deliveryAddress.street === "Sonora 1").toBe(isChanged);
  expect((await changeAddress(order)).json.code).toBe("ADDRESS_TOO_LATE");
});

test("the customer can neither cancel nor change the address if the owner disabled it", async () => {
  const disable = (path: string) =>
    runShopCommand(server.databaseConfig, server.app.config.dataDir, [
      "settings",
      "set",
      "--shop",
      "matriz",
      path,
      "false",
    ]);
  expect((await disable("customerChanges.cancel")).status).toBe(0);
  expect((await disable("customerChanges.address")).status).toBe(0);
  const order = await server.payer.placeOrder({ method: "TB" });
  await expect.poll(async () => (await fetchOrder(order)).changes).toMatchObject({ cancel: false, address: false });
  expect((await cancel(order)).json.code).toBe("CANCEL_TOO_LATE");
  expect((await changeAddress(order)).json.code).toBe("ADDRESS_TOO_LATE");
});
