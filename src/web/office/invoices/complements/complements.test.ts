import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../../../domain/refusal.ts";
import { issueComplement } from "../../../../server/invoicing/payment-complements.ts";
import { findLiveInvoice } from "../../../../server/invoicing/queries.ts";
import { setIssuer } from "../../../../server/invoicing/set-issuer.ts";
import { moveOrder } from "../../../../server/orders/move-order.ts";
import { LUCIA, TEST_ACTOR } from "../../../../server/testing/invoiced-order.ts";
import { Payer, type PlacedOrder } from "../../../../server/testing/payer.ts";
import { openTestOffice, type TestOffice } from "../../../../server/testing/test-office.ts";

let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
});
afterAll(() => office.stop());

const COMPLEMENTS_PATH = "/panel/facturacion/complementos";
const readPage = async (path: string) => (await office.visit(path, { as: "accounting" })).text;
const post = (path: string, form: Record<string, string>) => office.visit(path, { as: "accounting", form });
const placeOrder = () => new Payer(office).placeOrder({ method: "TB" });
const setFault = (fault: string | null) => office.call("POST", "/sandbox/pac/control", { body: { fault } });

async function acceptPayment(order: PlacedOrder): Promise<void> {
  const moveResult = await moveOrder(office.app, order.id, {
    to: "PAYMENT_ACCEPTED",
    actor: "prueba",
    reason: "prueba",
  });
  if (isRefusal(moveResult)) throw new Error(moveResult.refused);
}

test("an unpaid order is invoiced as PPD, its payment is recorded, and its complement is listed and issued", async () => {
  const order = await placeOrder();
  const formPath = `/panel/facturacion/nueva?pedido=${order.id}`;
  expect(await readPage(formPath)).toContain("se factura a pagar después (PPD)");
  const issueResponse = await post(formPath, { order: order.id, plan: "later", ...LUCIA });
  expect(issueResponse.status, issueResponse.text).toBe(302);
  const invoice = (await findLiveInvoice(office.app.db, order.id))!;
  const invoicePath = `/panel/facturacion/${invoice.id}`;
  expect(issueResponse.headers.get("location")).toBe(`${invoicePath}?hecho=made`);
  expect(await readPage(`${invoicePath}?hecho=made`)).toContain("La factura quedó hecha.");
  expect(await readPage(invoicePath)).toContain("Pagos de esta factura (PPD)");

  const missingCents = String(Math.round(order.totalPesos * 100));
  expect((await post(invoicePath, { intent: "instalment", missing: missingCents, amount: "mucho" })).text).toContain(
    "Escribe cuánto llegó",
  );
  expect((await post(invoicePath, { intent: "instalment", missing: missingCents, amount: "100.50" })).status).toBe(302);
  // A form that still shows the missing amount from before that payment records nothing.
  expect((await post(invoicePath, { intent: "instalment", missing: missingCents, amount: "100.50" })).text).toContain(
    "llegó otro pago",
  );
  expect(await new Payer(office).paymentsOf(order)).toHaveLength(1);

  expect(await readPage(COMPLEMENTS_PATH)).toContain(`pedido #${order.reference}`);
  const [payment] = await new Payer(office).paymentsOf(order);
  await setFault("reject:CRP20204");
  const issueResult = await issueComplement(office.app, payment!.id, null);
  expect(isRefusal(issueResult)).toBe(true);
  await setFault(null);
  const pageText = await readPage(COMPLEMENTS_PATH);
  expect(pageText).toContain("se rechazó o se canceló");
  expect(pageText).toContain("Hacer el complemento");
  expect((await post(COMPLEMENTS_PATH, { payment: payment!.id })).status).toBe(302);
  expect(await readPage(COMPLEMENTS_PATH)).not.toContain(`pedido #${order.reference}`);
  expect(await readPage(invoicePath)).toContain("Parcialidad");
  expect(await readPage("/panel/facturacion?tipo=payment")).toContain("$100.50");
});

test("a paid order that is not delivered is invoiced at once or as a deposit, as the issuer's settings say", async () => {
  const { id: shopId } = await office.findShop();
  const order = await placeOrder();
  await acceptPayment(order);
  const formPath = `/panel/facturacion/nueva?pedido=${order.id}`;
  expect(await readPage(formPath)).toContain("se factura toda la venta");
  await setIssuer(office.app, shopId, { undelivered: "deposit" }, TEST_ACTOR);
  expect(await readPage(formPath)).toContain("se factura el anticipo");
  expect((await post(formPath, { order: order.id, plan: "atOnce", ...LUCIA })).text).toContain("Algo cambió");
  expect((await post(formPath, { order: order.id, plan: "deposit", ...LUCIA })).status).toBe(302);
  expect(await readPage(formPath)).toContain("Este pedido ya tiene su factura");
  expect(await readPage(`/panel/pedidos/${order.id}`)).toContain("Factura de anticipo");
  await setIssuer(office.app, shopId, { undelivered: "atOnce" }, TEST_ACTOR);
});

test("the invoice of a cancelled order is listed until the invoice is cancelled too", async () => {
  const order = await placeOrder();
  expect(
    (await post(`/panel/facturacion/nueva?pedido=${order.id}`, { order: order.id, plan: "later", ...LUCIA })).status,
  ).toBe(302);
  expect(await readPage(COMPLEMENTS_PATH)).not.toContain("pedidos que se cancelaron");
  const moveResult = await moveOrder(office.app, order.id, { to: "CANCELLED", actor: "prueba", reason: "prueba" });
  if (isRefusal(moveResult)) throw new Error(moveResult.refused);
  expect(await readPage(COMPLEMENTS_PATH)).toContain("pedidos que se cancelaron");
  const { id } = (await findLiveInvoice(office.app.db, order.id))!;
  expect((await post(`/panel/facturacion/${id}`, { intent: "cancel", motive: "03" })).status).toBe(302);
  expect(await readPage(COMPLEMENTS_PATH)).not.toContain("pedidos que se cancelaron");
});

test("a form with an unknown payment answers 404", async () => {
  expect((await post(COMPLEMENTS_PATH, { payment: crypto.randomUUID() })).status).toBe(404);
});
