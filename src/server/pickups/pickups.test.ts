import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PICKUP_STATES, PICKUP_TRANSITIONS } from "../../domain/pickup.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { CONSOLE_ACTOR as by } from "../change-log/change-log.ts";
import { eraseCustomer } from "../customers/office/erase-customer.ts";
import { moveOrder } from "../orders/move-order.ts";
import { findOrder } from "../orders/queries.ts";
import { makeOrderPdfTexts } from "../orders/pdf/order-pdf-texts.ts";
import { readOrderArrival } from "../parcels/order-arrival.ts";
import { addPickupPoint, closePickupPoint } from "../pickup-points/change-pickup-point.ts";
import { countPendingWork } from "../system/count-pending-work.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { sendCheckout } from "../testing/send-checkout.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { createTestSize } from "../testing/test-size.ts";
import { handOverPickup } from "./hand-over-pickup.ts";
import { listPickupsForStaff } from "./list-for-staff.ts";
import { markPickupReady, markPickupNotReady } from "./move-pickup.ts";

let server: TestServer;
let pointId: string;
beforeAll(async () => {
  server = await startTestServer();
  pointId = await addPoint();
});
afterAll(async () => {
  const violatedInvariants = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violatedInvariants).toEqual([]);
});

const now = new Date();
const POINT_FIELDS = {
  name: "Tienda Roma",
  address: "Orizaba 10, Roma Norte, 06700 Cuauhtémoc, CDMX",
  mapUrl: "https://maps.example/roma",
  hours: "Lunes a sábado de 10 a 19 h",
  leadDays: 1,
};

async function addPoint(key?: string): Promise<string> {
  const addedPoint = await addPickupPoint(server.app, (await server.findShop(key)).id, POINT_FIELDS, by);
  if (isRefusal(addedPoint)) throw new Error(addedPoint.refused);
  return addedPoint.id;
}

async function placeOrder(changes: Record<string, unknown> = {}) {
  const size = await createTestSize(server.app, { pieces: 5, priceCents: 200_00 });
  const email = `recoge.${crypto.randomUUID()}@ejemplo.mx`;
  const products = [{ productId: size.productId, attributeId: size.sizeId, quantity: 2 }];
  const { cart } = (await server.call("POST", "/api/v1/carts", { body: { products } })).json;
  const buyer = { name: "Lucía", lastName: "Ñandú", phone: "+52 55 1111 2222", email };
  const { json } = await server.call("POST", "/api/v1/customers", { body: buyer });
  const response = await sendCheckout(server, cart._id, {
    body: { customerId: json.customer._id, shippingId: pointId, secured: true, payment_method: "TB", ...changes },
    token: json.access_token,
  });
  return { ...response, email, customerId: json.customer._id, token: json.access_token };
}

async function placePaidOrder(changes: Record<string, unknown> = {}) {
  const { json, ...otherFields } = await placeOrder(changes);
  const id = json.order._id as string;
  await moveOrder(server.app, id, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
  const read = async () => (await server.call("GET", `/api/v1/orders/${id}`, { token: otherFields.token })).json;
  return { ...otherFields, id, read };
}

test("points are listed after the carriers, with their address and the day an order is ready", async () => {
  const { docs } = (await server.call("GET", "/api/v1/shippings")).json;
  expect(docs[0]).toMatchObject({ kind: "carrier", address: null });
  expect(docs.at(-1)).toMatchObject({
    _id: pointId,
    kind: "pickup",
    name: POINT_FIELDS.name,
    address: POINT_FIELDS.address,
    price: 0,
    secured: false,
    estimate: { from: expect.any(String), to: expect.any(String) },
  });
});

test("the checkout accepts a point without an address: no shipping, no insurance, and the order shows the point", async () => {
  const { status, json } = await placeOrder({ collector: " Marta  Ruiz " });
  expect(status).toBe(200);
  expect(json.order).toMatchObject({
    address: null,
    deliveryAddress: null,
    shipping: { cost: 0, insurance: 0, details: { name: "Recoger en Tienda Roma", description: POINT_FIELDS.address } },
    total: 410,
    pickup: {
      state: "WAITING",
      name: POINT_FIELDS.name,
      hours: POINT_FIELDS.hours,
      collector: "Marta Ruiz",
      readyOn: null,
    },
  });
  const texts = makeOrderPdfTexts(
    await server.findShop(),
    (await findOrder(server.app.db, (await server.findShop()).id, json.order._id))!,
  );
  const block = { title: "Entrega", textLines: [`Se recoge en ${POINT_FIELDS.name}`, POINT_FIELDS.address] };
  expect(texts.blocks).toContainEqual(block);
});

test("a closed point and one of another shop are not found", async () => {
  const closedPointId = await addPoint();
  await closePickupPoint(server.app, (await server.findShop()).id, closedPointId, by);
  const branchPointId = await addPoint("norte");
  for (const shippingId of [closedPointId, branchPointId]) {
    expect(await placeOrder({ shippingId })).toMatchObject({ status: 404, json: { code: "CARRIER_NOT_FOUND" } });
  }
});

test("the customer gets the code when the order is ready, and the person they named may collect it", async () => {
  const { id, email, read } = await placePaidOrder({ collector: "Marta Ruiz" });
  expect(await markPickupReady(server.app, id, { by, now })).toBe("moved");
  const { pickup } = await read();
  expect(pickup).toMatchObject({ state: "READY", readyOn: now.toISOString() });
  await runEmailJobs(server.app);
  const [mail] = await listMailsTo(server.app, email);
  expect(mail!.subject).toContain("listo para recoger");
  for (const text of [pickup.code, POINT_FIELDS.address, POINT_FIELDS.hours, "Marta Ruiz"])
    expect(mail!.text).toContain(text);

  expect(await markPickupNotReady(server.app, id, { by, now })).toBe("moved");
  expect(await markPickupReady(server.app, id, { by, now })).toBe("moved");
  expect(await handOverPickup(server.app, id, { collectedBy: "collector", by, now })).toBe("collected");
  expect(await read()).toMatchObject({
    status: "SHIPPED",
    trackingCode: null,
    deliveredAt: now.toISOString(),
    parcels: [{ state: "DELIVERED", carrier: "Recoger en Tienda Roma" }],
    pickup: { state: "COLLECTED", collectedOn: now.toISOString() },
  });
  expect((await readOrderArrival(server.app.db, id)).deliveredAt).toEqual(now);
  await runEmailJobs(server.app);
  expect((await listMailsTo(server.app, email))[0]!.subject).toContain("Entregamos tu pedido");
});

test("an order that staff hand over several times at the same time is handed over once", async () => {
  const { id } = await placePaidOrder();
  const handOver = () => handOverPickup(server.app, id, { collectedBy: "customer", by, now });
  const results = await Promise.all([handOver(), handOver(), handOver()]);
  expect(results.filter((result) => result === "collected")).toHaveLength(1);
  expect(results).toContainEqual({ refused: "pickup_changed" });
});

test("an order to collect is not shipped, not handed over unpaid, and not handed to a collector whom nobody named", async () => {
  const { id } = await placePaidOrder();
  const shipMove = { to: "SHIPPED", actor: "prueba", reason: "Prueba", trackingNumber: "G-1" } as const;
  expect(await moveOrder(server.app, id, shipMove)).toEqual({ refused: "pickup_order" });
  await expect(sql`UPDATE orders SET status = 'SHIPPED' WHERE id = ${id}`.execute(server.app.db)).rejects.toThrow();
  expect(await handOverPickup(server.app, id, { collectedBy: "collector", by, now })).toEqual({
    refused: "pickup_no_collector",
  });
  const unpaidOrderId = (await placeOrder()).json.order._id;
  for (const result of [
    await markPickupReady(server.app, unpaidOrderId, { by, now }),
    await handOverPickup(server.app, unpaidOrderId, { collectedBy: "customer", by, now }),
  ])
    expect(result).toEqual({ refused: "pickup_not_paid" });
});

test("the customer chooses another point until the order is ready, and who collects it until it is handed over", async () => {
  const otherPointId = await addPoint();
  const { id, token, read } = await placePaidOrder();
  const changePickup = (shippingId: string, collector: string | null = null) =>
    server.call("PUT", `/api/v1/orders/${id}/pickup`, { body: { shippingId, collector }, token });
  expect(await read()).toMatchObject({ changes: { address: false, pickup: true, collector: true } });
  expect((await changePickup(otherPointId, " Marta  Ruiz ")).json).toMatchObject({
    pickup: { pointId: otherPointId, collector: "Marta Ruiz" },
    history: expect.arrayContaining([expect.objectContaining({ change: "pickup" })]),
  });
  const branchPointId = await addPoint("norte");
  const closedPointId = await addPoint();
  await closePickupPoint(server.app, (await server.findShop()).id, closedPointId, by);
  for (const wrongPointId of [branchPointId, closedPointId, "x", crypto.randomUUID()]) {
    expect(await changePickup(wrongPointId)).toMatchObject({ status: 404, json: { code: "PICKUP_POINT_NOT_FOUND" } });
  }
  // Staff mark the order as ready while the customer chooses. Either can be first.
  const [changeResponse] = await Promise.all([changePickup(pointId), markPickupReady(server.app, id, { by, now })]);
  expect([200, 409]).toContain(changeResponse!.status);
  const chosenPointId = (await read()).pickup.pointId;
  expect(chosenPointId).toBe(changeResponse!.status === 200 ? pointId : otherPointId);

  expect(await read()).toMatchObject({ changes: { pickup: false, collector: true } });
  expect((await changePickup(chosenPointId === pointId ? otherPointId : pointId)).json.code).toBe("PICKUP_TOO_LATE");
  // The name can still change if the point stays the same.
  expect((await changePickup(chosenPointId, "Ana Díaz")).json.pickup).toMatchObject({
    pointId: chosenPointId,
    collector: "Ana Díaz",
  });
  expect((await changePickup(chosenPointId)).json.pickup.collector).toBeNull();
  await handOverPickup(server.app, id, { collectedBy: "customer", by, now });
  expect((await changePickup(chosenPointId, "Ana Díaz")).json.code).toBe("PICKUP_TOO_LATE");
});

test("erasing a customer removes the names of those who collected", async () => {
  const { id, customerId } = await placePaidOrder({ collector: "Marta Ruiz" });
  await handOverPickup(server.app, id, { collectedBy: "collector", by, now });
  expect(await eraseCustomer(server.app, customerId, by)).toBe("erased");
  const { rows } =
    await sql`SELECT other_collector_name AS collector, collected_by FROM pickups WHERE order_id = ${id}`.execute(
      server.app.db,
    );
  expect(rows).toEqual([{ collector: null, collected_by: "Cliente borrado" }]);
});

test("the transitions in the code are those in the database", async () => {
  const { id } = await placePaidOrder();
  const isAllowed = async (from: string, to: string): Promise<boolean> => {
    const { rows } = await sql<{
      body: string;
    }>`SELECT prosrc AS body FROM pg_proc WHERE proname = 'check_pickup_move'`.execute(server.app.db);
    return rows[0]!.body.includes(`('${from}', '${to}')`);
  };
  for (const from of PICKUP_STATES) {
    for (const to of PICKUP_STATES) expect(await isAllowed(from, to)).toBe(PICKUP_TRANSITIONS[from].includes(to));
  }
  await expect(
    sql`UPDATE pickups SET state = 'EXPIRED', ready_at = now() WHERE order_id = ${id}`.execute(server.app.db),
  ).rejects.toThrow("cannot become EXPIRED");
});

test("staff find an order of their shops by its code, its reference or a name", async () => {
  const { id, read } = await placePaidOrder({ collector: "Ximena 100% Real" });
  const { pickup, reference } = await read();
  const findOrderIds = async (term: string, shops: "all" | string[] = "all") =>
    (await listPickupsForStaff(server.app.db, { shops, state: "WAITING", term })).map(({ orderId }) => orderId);
  for (const term of [pickup.code, pickup.code.toLowerCase(), `#${reference}`, "100% real"]) {
    expect(await findOrderIds(term)).toEqual([id]);
  }
  expect(await findOrderIds("")).toContain(id);
  expect(await findOrderIds("nadie")).toEqual([]);
  expect(await findOrderIds(pickup.code, [(await server.findShop("norte")).id])).toEqual([]);
});

test("an order that was not collected in a week is counted in the pending work of staff who ship orders", async () => {
  const grants = [{ role: "owner", shopId: null }] as Parameters<typeof countPendingWork>[1];
  const countUncollected = async () => (await countPendingWork(server.app, grants)).uncollectedOrders;
  const { id } = await placePaidOrder();
  const uncollectedCountBefore = await countUncollected();
  await markPickupReady(server.app, id, { by, now: new Date(now.getTime() - 8 * 24 * 3_600_000) });
  expect(await countUncollected()).toBe(uncollectedCountBefore! + 1);
  await handOverPickup(server.app, id, { collectedBy: "customer", by, now });
  expect(await countUncollected()).toBe(uncollectedCountBefore);
});
