import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../../server/db/new-id.ts";
import { globalInvoiceOf } from "../../../../server/testing/global-invoice.ts";
import { refundTransfer, shippedOrder } from "../../../../server/testing/invoiced-order.ts";
import { PageVisitor } from "../../../../server/testing/page-visitor.ts";
import { openTestOffice, type TestOffice } from "../../../../server/testing/test-office.ts";
import { officePaths } from "../../paths.ts";

let shop: TestOffice;
let shopId: string;
beforeAll(async () => {
  shop = await openTestOffice();
  shopId = (await shop.findShop()).id;
});
afterAll(() => shop.stop());

test("a correction that fails shows one alert, also when the page lists sales without an invoice", async () => {
  const refunded = await shippedOrder(shop);
  const { period } = await globalInvoiceOf(shop, [refunded], 30);
  await refundTransfer(shop.app, refunded.id, 30_00);
  const sold = await shippedOrder(shop);
  await shop.app.db
    .updateTable("payments")
    .set({ paid_at: new Date(`${period.day}T18:00:00Z`) })
    .where("order_id", "=", sold.id)
    .execute();
  const page = await PageVisitor.signIn(shop, "accounting");
  await page.open(officePaths.globalOf({ shopId, ...period }));
  expect(page.text).toContain("1 pedido por");
  await shop.call("POST", "/sandbox/pac/control", { body: { fault: "reject:CRP20204" } });
  await page.press("Hacer notas de crédito");
  await shop.call("POST", "/sandbox/pac/control", { body: { fault: null } });
  expect(page.status).toBe(200);
  expect(page.all("[role=alert]").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^El PAC no aceptó el documento\. Su mensaje dice por qué\. Código CRP20204: ./),
  ]);
});

test.each(["", "x", newId()])("a correction of the global invoice «%s» is not found", async (global) => {
  const form = { shop: shopId, intent: "credit", global };
  expect((await shop.visit(officePaths.globalInvoice, { as: "accounting", form })).status).toBe(404);
});
