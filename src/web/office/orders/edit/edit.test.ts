import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../../../domain/refusal.ts";
import { findOrder } from "../../../../server/orders/queries.ts";
import { moveOrder } from "../../../../server/orders/move-order.ts";
import { previewEdit } from "../../../../server/order-management/preview-edit.ts";
import { createUnpaidOrder } from "../../../../server/testing/unpaid-orders.ts";
import { openTestOffice, type OfficeUser, type TestOffice } from "../../../../server/testing/test-office.ts";
import { createTestSize } from "../../../../server/testing/test-size.ts";

let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
});
afterAll(() => office.stop());

const pathOf = (id: string) => `/panel/pedidos/${id}/productos`;
const readOrder = async (id: string) => (await findOrder(office.app.db, (await office.findShop()).id, id))!;
/** Submits a form as the page's script does. */
const submit = (id: string, form: [string, string][], as: OfficeUser = "sales") =>
  office.visit(`${pathOf(id)}.data`, { as, form });

/** The fields that the page sends for these lines. */
async function makeFormFields(id: string, lines: [sizeId: string, pieces: number][]): Promise<[string, string][]> {
  const preview = await previewEdit(office.app, await office.findShop(), id, {
    lines: lines.map(([sizeId, pieces]) => ({ sizeId, pieces })),
    staffDiscount: "keep",
    limitBps: 0,
  });
  if (isRefusal(preview)) throw new Error(preview.refused);
  return [
    ["seen", preview.version],
    ["expected", String(preview.totalAfterCents)],
    ...lines.map(([sizeId, pieces]): [string, string] => ["line", `${sizeId}:${pieces}`]),
  ];
}

test("sales staff preview and save products added to an unpaid order", async () => {
  const { id } = await createUnpaidOrder(office);
  const size = await createTestSize(office.app, { pieces: 5, priceCents: 123_00 });
  const orderBefore = await readOrder(id);
  expect((await office.visit(`/panel/pedidos/${id}`, { as: "sales" })).text).toContain("Cambiar productos");
  expect((await office.visit(pathOf(id), { as: "sales" })).text).toContain("Antes y ahora");
  const form = await makeFormFields(id, [[size.sizeId, 2]]);
  const previewResponse = await submit(id, [["intent", "preview"], ...form]);
  expect(previewResponse.status).toBe(200);
  expect(previewResponse.text).toContain(String(orderBefore.grand_total_cents + 246_00));
  expect(await readOrder(id)).toEqual(orderBefore);
  await submit(id, [["intent", "save"], ...form]);
  expect(await readOrder(id)).toMatchObject({ grand_total_cents: orderBefore.grand_total_cents + 246_00 });
  const response = await office.visit(`/panel/pedidos/${id}?hecho=editLines`, { as: "sales" });
  expect(response.text).toContain("Los productos cambiaron");
  expect(response.text).toContain("cambió los productos");
  // The warehouse sees the change without amounts.
  const warehouseResponse = await office.visit(`/panel/pedidos/${id}`, { as: "warehouse" });
  expect(warehouseResponse.text).toContain("Cambio de productos: se agregó 2 ×");
  expect(warehouseResponse.text).not.toContain("cambió los productos");
});

test("a search by words finds products", async () => {
  const { id } = await createUnpaidOrder(office);
  const findResponse = await submit(id, [
    ["intent", "find"],
    ["q", "Playera de prueba"],
  ]);
  expect(findResponse.text).toContain("Playera de prueba");
});

test("a stale form, a wrong discount and a wrong number of pieces are refused with a message", async () => {
  const { id } = await createUnpaidOrder(office);
  const size = await createTestSize(office.app, { pieces: 2 });
  const orderBefore = await readOrder(id);
  const form = await makeFormFields(id, [[size.sizeId, 1]]);
  const save = async (...changes: [string, string][]) => {
    const unchangedFields = form.filter(([name]) => !changes.some(([changedName]) => changedName === name));
    return (await submit(id, [["intent", "save"], ...unchangedFields, ...changes])).text;
  };
  expect(await save(["seen", "another"])).toContain("El pedido cambió mientras lo veías");
  expect(await save(["expected", "1"])).toContain("El total cambió mientras lo veías");
  expect(await save(["expected", "x"])).toContain("El total cambió mientras lo veías");
  expect(await save(["line", `${size.sizeId}:3`])).toContain("Puede llevar a lo más 2.");
  expect(await save(["line", "x:y"])).toContain("Uno de los productos ya no se vende");
  expect(await save(["line", `${size.sizeId}:-1`])).toContain("Escribe cuántas piezas");
  expect(await save(["discount", "mucho"])).toContain("Escribe 10% o un monto en pesos.");
  expect(await save(["discount", "50%"], ["discountReason", "Amigo"])).toContain("Es más de lo que puedes descontar");
  expect(await save(["discount", "5%"])).toContain("Escribe por qué, en a lo más 60 letras");
  expect(await save(["reason", "x".repeat(250)])).toContain("Escribe por qué en a lo más 200 letras.");
  expect((await submit(id, [["intent", "other"]])).status).toBe(400);
  expect(await readOrder(id)).toEqual(orderBefore);
});

test("a paid order's page says why the order cannot change, and an order of another shop is not found", async () => {
  const { id } = await createUnpaidOrder(office);
  expect((await office.visit(pathOf(id), { as: "branchOwner" })).status).toBe(404);
  expect((await office.visit(pathOf("x"), { as: "owner" })).status).toBe(404);
  await moveOrder(office.app, id, { to: "PAYMENT_ACCEPTED", actor: "x", reason: "x" });
  expect((await office.visit(pathOf(id), { as: "sales" })).text).toContain("ya no espera su pago");
  expect((await office.visit(`/panel/pedidos/${id}`, { as: "sales" })).text).not.toContain("Cambiar productos");
});
