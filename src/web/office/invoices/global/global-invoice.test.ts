import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../../server/db/new-id.ts";
import { issueGlobalInvoiceOf } from "../../../../server/testing/global-invoice.ts";
import { refundTransfer, createShippedOrder } from "../../../../server/testing/invoiced-order.ts";
import { PageVisitor } from "../../../../server/testing/page-visitor.ts";
import { openTestOffice, type TestOffice } from "../../../../server/testing/test-office.ts";
import { officePaths } from "../../paths.ts";

let office: TestOffice;
let shopId: string;
beforeAll(async () => {
  office = await openTestOffice();
  shopId = (await office.findShop()).id;
});
afterAll(() => office.stop());

test("a correction that fails shows one alert, also when the page lists sales without an invoice", async () => {
  const refundedOrder = await createShippedOrder(office);
  const { period } = await issueGlobalInvoiceOf(office, [refundedOrder], 30);
  await refundTransfer(office.app, refundedOrder.id, 30_00);
  const uninvoicedOrder = await createShippedOrder(office);
  await office.app.db
    .updateTable("payments")
    .set({ paid_at: new Date(`${period.day}T18:00:00Z`) })
    .where("order_id", "=", uninvoicedOrder.id)
    .execute();
  const page = await PageVisitor.signIn(office, "accounting");
  await page.open(officePaths.globalInvoiceOf({ shopId, ...period }));
  expect(page.text).toContain("1 pedido por");
  await office.call("POST", "/sandbox/pac/control", { body: { fault: "reject:CRP20204" } });
  await page.press("Hacer notas de crédito");
  await office.call("POST", "/sandbox/pac/control", { body: { fault: null } });
  expect(page.status).toBe(200);
  expect(page.findAll("[role=alert]").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^El PAC no aceptó el documento\. Su mensaje dice por qué\. Código CRP20204: ./),
  ]);
});

test.each(["", "x", newId()])("correcting the unknown global invoice «%s» answers 404", async (global) => {
  const form = { shop: shopId, intent: "credit", global };
  expect((await office.visit(officePaths.globalInvoice, { as: "accounting", form })).status).toBe(404);
});
