import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../../domain/refusal.ts";
import { checkOut } from "../../../server/checkout/check-out.ts";
import { newId } from "../../../server/db/new-id.ts";
import { moveOrder } from "../../../server/orders/move-order.ts";
import { addNote } from "../../../server/orders/notes.ts";
import { findOrder } from "../../../server/orders/queries.ts";
import { createTestSize } from "../../../server/testing/test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput } from "../../../server/testing/checkout-fixtures.ts";
import { createUnpaidOrder } from "../../../server/testing/unpaid-orders.ts";
import { PageVisitor } from "../../../server/testing/page-visitor.ts";
import { openTestOffice, type TestOffice } from "../../../server/testing/test-office.ts";
import { withoutIds } from "../../../server/testing/without-ids.ts";

let office: TestOffice;
let branchOrder: { id: string; reference: number };
let headOfficeOrder: { id: string; reference: number; grand_total_cents: number };
beforeAll(async () => {
  office = await openTestOffice();
  branchOrder = await placePaidOrder("norte", "Rosario");
  headOfficeOrder = await placePaidOrder("matriz", "=HYPERLINK(1)");
});
afterAll(() => office.stop());

async function placePaidOrder(shopKey: string, customerName: string) {
  const shop = await office.findShop(shopKey);
  const guest = await createTestGuest(office.app, shop);
  const cart = await createTestCart(office.app, shop, [
    { ...(await createTestSize(office.app, { pieces: 3 })), pieces: 2 },
  ]);
  const checkoutResult = await checkOut(office.app, shop, guest.customerId, makeCheckoutInput(cart, guest));
  if (isRefusal(checkoutResult)) throw new Error(checkoutResult.refused);
  await office.app.db
    .updateTable("orders")
    .set({ customer_name: customerName })
    .where("id", "=", checkoutResult.orderId)
    .execute();
  await moveOrder(office.app, checkoutResult.orderId, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
  return (await findOrder(office.app.db, shop.id, checkoutResult.orderId))!;
}

const statusOf = async ({ id }: { id: string }) =>
  (await office.app.db.selectFrom("orders").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;

describe("a branch's staff", () => {
  test("see only the branch's orders in the list, the search and the export", async () => {
    for (const path of [
      "/panel/pedidos",
      "/panel/pedidos?q=prueba",
      "/panel/pedidos/exportar",
      "/panel/pedidos?tienda=matriz",
    ]) {
      const { status, text } = await office.visit(path, { as: "branchOwner" });
      expect(status, path).toBe(200);
      expect(text.includes(`${branchOrder.reference}`), path).toBe(!path.includes("tienda"));
      expect(text, path).not.toContain(String(headOfficeOrder.reference));
    }
  });

  test("get 404 for the documents of another shop's order, and cannot act on it", async () => {
    for (const document of ["hojas", "etiquetas"]) {
      const path = `/panel/pedidos/${document}?pedido=${headOfficeOrder.reference}`;
      expect((await office.visit(path, { as: "branchOwner" })).status).toBe(404);
      expect((await office.visit(path, { as: "owner" })).status).toBe(200);
    }
    const path = `/panel/pedidos/varios?acto=cancel&pedido=${headOfficeOrder.reference}`;
    const form = { pedido: String(headOfficeOrder.reference), motivo: "Porque sí" };
    const { text } = await office.visit(path, { as: "branchOwner", form });
    expect(text).toContain("No hay un pedido con ese número");
    const shippingForm = { lista: `${headOfficeOrder.reference}, MX1234` };
    const { json } = await office.visit("/panel/pedidos/enviar/parte", { as: "branchOwner", form: shippingForm });
    expect(json).toMatchObject([{ outcome: "refused", reason: "order_not_found", customer: null }]);
    expect(await statusOf(headOfficeOrder)).toBe("PAYMENT_ACCEPTED");
  });
});

describe("what a role may not do", () => {
  test.each([
    ["cancel", "warehouse"],
    ["reserve", "accounting"],
    ["ship", "sales"],
    ["pay", "owner"],
    ["constructor", "owner"],
  ] as const)("the bulk move %s as %s answers 404: unknown, or not allowed for the role", async (intent, as) => {
    const path = `/panel/pedidos/varios?acto=${intent}&pedido=${headOfficeOrder.reference}`;
    expect((await office.visit(path, { as })).status).toBe(404);
    const form = {
      pedido: String(headOfficeOrder.reference),
      motivo: "x",
      [`guia-${headOfficeOrder.reference}`]: "MX1",
    };
    expect((await office.visit(path, { as, form })).status).toBe(404);
    expect(await statusOf(headOfficeOrder)).toBe("PAYMENT_ACCEPTED");
  });

  test("the warehouse sees no money in the list, its data and its export", async () => {
    const pageText = (await office.visit("/panel/pedidos", { as: "warehouse" })).text;
    expect(pageText).toContain(`#${headOfficeOrder.reference}`);
    expect(pageText).not.toContain("Pagado");
    expect(pageText).not.toContain("Comprobantes por revisar");
    expect(pageText).not.toMatch(/\$\d/);
    const exportText = (await office.visit("/panel/pedidos/exportar", { as: "warehouse" })).text;
    expect(exportText).not.toMatch(/Pagado|Total|\d\.\d\d/);
    expect(exportText).toContain("Piezas");
    const { text } = await office.visit("/panel/pedidos.data", { as: "warehouse" });
    expect(text).not.toContain("paidCents");
    expect(withoutIds(text)).not.toMatch(new RegExp(`\\b${headOfficeOrder.grand_total_cents}\\b`));
    expect((await office.visit("/panel/pedidos/exportar", { as: "sales" })).text).toMatch(/Total,.*Pagado/);
  });
});

test("an export is a CSV in which a spreadsheet executes no formula", async () => {
  const { text, headers } = await office.visit("/panel/pedidos/exportar?q=hyperlink", { as: "owner" });
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = text.split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`${headOfficeOrder.reference},`);
  expect(lines[1]).toContain("'=HYPERLINK(1) Prueba");
});

test("invalid filters in the URL are ignored, and a null character is refused", async () => {
  const path = `/panel/pedidos?estado=x&tienda=nadie&pago=%C3%B1&aviso=1&paqueteria=1%27&del=2026-99-99&preventa=7&desde=-1&q=%F0%9F%99%88${"a".repeat(3_000)}`;
  expect((await office.visit(path, { as: "owner" })).status).toBe(200);
  expect((await office.visit("/panel/pedidos?desde=999999999999999999999", { as: "owner" })).status).toBe(200);
  expect((await office.visit("/panel/pedidos?pago=%00", { as: "owner" })).status).toBe(400);
});

test("an action on selected orders opens their documents, or the page of the bulk move", async () => {
  const locationAfter = async (form: [string, string][]) =>
    (await office.visit("/panel/pedidos", { as: "owner", form })).headers.get("location");
  const rowField = (order: { reference: number }): [string, string] => ["row", String(order.reference)];
  const bothReferences = `pedido=${branchOrder.reference}&pedido=${headOfficeOrder.reference}`;
  expect(await locationAfter([rowField(branchOrder), rowField(headOfficeOrder), ["intent", "slips"]])).toBe(
    `/panel/pedidos/hojas?${bothReferences}`,
  );
  expect(await locationAfter([rowField(branchOrder), rowField(headOfficeOrder), ["intent", "labels"]])).toBe(
    `/panel/pedidos/etiquetas?${bothReferences}`,
  );
  expect(await locationAfter([rowField(branchOrder), rowField(headOfficeOrder), ["intent", "cancel"]])).toBe(
    `/panel/pedidos/varios?acto=cancel&${bothReferences}`,
  );
});

test("sales staff cancel several orders with a reason, skip a changed one, and export the list as CSV", async () => {
  const [orderToCancel, changedOrder] = [await createUnpaidOrder(office), await createUnpaidOrder(office)];
  const ids = [orderToCancel.id, changedOrder.id];
  const name = { customer_name: "Tobías", customer_last_name: "Quetzal" };
  await office.app.db.updateTable("orders").set(name).where("id", "in", ids).execute();
  const page = await PageVisitor.signIn(office, "sales");
  await page.open("/panel/pedidos?q=tobias+quetzal&estado=WAITING_PAYMENT");
  for (const { reference } of [orderToCancel, changedOrder]) page.check(`Elegir el pedido #${reference}`);
  expect(page.text).not.toContain("Enviar…");
  await page.press("Cancelar…");
  expect(page.heading).toBe("Cancelar pedidos");

  const ownerPage = await PageVisitor.signIn(office, "owner");
  await ownerPage.open(`/panel/pedidos/varios?acto=cancel&pedido=${changedOrder.reference}`);
  ownerPage.fill("Motivo", "Fuera de existencia");
  await ownerPage.press("Cancelar pedidos");
  expect(ownerPage.text).toContain("Un pedido listo");

  page.fill("Motivo", "Lo pidió el cliente");
  await page.press("Cancelar pedidos");
  expect(page.text).toContain("Uno se quedó como estaba");
  expect(page.getElementText("[role=status]", /Uno se quedó como estaba/)).toContain("Está en «Cancelado»");
  expect(page.text).toContain("Un pedido listo");
  expect((await page.open(`/panel/pedidos/${orderToCancel.id}`)).text).toContain("Lo pidió el cliente");
  expect((await page.open(`/panel/pedidos/${changedOrder.id}`)).text).toContain("Fuera de existencia");

  await page.open("/panel/pedidos?q=tobias+quetzal");
  page.fill("Nombre de la vista", "Quetzales");
  await page.press("Guardar");
  expect(page.getElementText("a[aria-current=page]", "Quetzales")).toBeTruthy();
  const csv = await office.visit(page.hrefOf("Exportar CSV"), { as: "sales" });
  expect(csv.text.split("\r\n")[0]).toContain("Pedido,Fecha,Cliente");
  expect(csv.text).toContain(`${orderToCancel.reference},`);
  expect(csv.text).toContain("Tobías Quetzal");
  expect((await page.open("/panel/pedidos?q=zzyzx")).text).toContain("Ningún pedido es así");
});

describe("documents", () => {
  const readPdf = async (path: string, as: "warehouse" | "owner" = "warehouse") => {
    const cookie = await office.cookieOf(as);
    const response = await fetch(office.origin + path, { headers: { Cookie: cookie! } });
    expect(response.headers.get("content-type")).toBe("application/pdf");
    const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    return { pageCount: pdf.numPages, text: (await extractText(pdf, { mergePages: true })).text };
  };

  test("a packing slip for each order shows what to pack and the address, and prices only for staff who may see them", async () => {
    const note = { id: newId(), text: "Envolver para regalo" };
    await addNote(office.app, headOfficeOrder.id, note, { memberId: office.members.sales, name: "Ventas", ip: null });
    const bothReferences = `pedido=${branchOrder.reference}&pedido=${headOfficeOrder.reference}`;
    const { pageCount, text } = await readPdf(`/panel/pedidos/hojas?${bothReferences}`);
    expect(pageCount).toBe(2);
    for (const expectedText of [
      `#${branchOrder.reference}`,
      `#${headOfficeOrder.reference}`,
      "2 piezas",
      "Playera de prueba",
      "Calle 1",
      "Envolver para regalo",
    ]) {
      expect(text).toContain(expectedText);
    }
    expect(text).not.toContain("$");
    const slipTextWithPrices = (await readPdf(`/panel/pedidos/hojas?${bothReferences}&precios=1`, "owner")).text;
    expect(slipTextWithPrices).toContain("$");
    expect(slipTextWithPrices).not.toContain("Envolver para regalo");
    expect((await office.visit(`/panel/pedidos/hojas?${bothReferences}&precios=1`, { as: "warehouse" })).status).toBe(
      404,
    );
  });

  test("a label for each order, and none for an order that does not exist", async () => {
    const { pageCount, text } = await readPdf(`/panel/pedidos/etiquetas?pedido=${branchOrder.reference}&pedido=7`);
    expect(pageCount).toBe(1);
    for (const expectedText of ["Rosario Prueba", "Calle 1", "C.P. 06000", "Casa Maguey Norte", "2 piezas"]) {
      expect(text).toContain(expectedText);
    }
  });
});
