import { PDFDocument } from "@cantoo/pdf-lib";
import { demoId } from "../demo/load/demo-id.ts";
import { transact } from "../src/server/db/transact.ts";
import { insertParcel } from "../src/server/order-parcels/insert-parcel.ts";
import { expectAccessible } from "./support/accessible.ts";
import { openDatabase } from "./support/database.ts";
import { signInStaff } from "./support/office.ts";
import { createBuyer, placeOrder, type PlacedOrder } from "./support/order.ts";
import { expect, runShopCommand, test } from "./support/shop.ts";

const PARCEL_COUNT = 40;

/** Inserts a carrier account at a provider's sandbox, with a second box. */
async function insertCarrierAccount(): Promise<void> {
  const db = await openDatabase();
  const box = { length_cm: 30, width_cm: 25, height_cm: 8, empty_grams: 200 };
  const sender = { sender_name: "Escaparate", sender_phone: "5512345678", street: "Durango 150", city: "Cuauhtémoc" };
  const senderArea = { neighborhood: "Roma Norte", state: "Ciudad de México", postal_code: "06700" };
  const shopId = demoId("shop", "matriz");
  await db
    .insertInto("carrier_accounts")
    .values({
      shop_id: shopId,
      provider: "envia",
      mode: "sandbox",
      encrypted_credentials: null,
      ...sender,
      ...senderArea,
      ...box,
    })
    .execute();
  await db
    .insertInto("carrier_boxes")
    .values({
      shop_id: shopId,
      name: "Sobre",
      length_cm: 30,
      width_cm: 20,
      height_cm: 3,
      empty_grams: 30,
      max_grams: 400,
    })
    .execute();
}

/** Changes the order to forty pieces and packs each piece in its own parcel. */
async function packPiecesOneByOne({ _id: id }: PlacedOrder): Promise<void> {
  const db = await openDatabase();
  await transact(db, async (tx) => {
    await tx
      .updateTable("order_lines")
      .set({ pieces: PARCEL_COUNT, held: PARCEL_COUNT })
      .where("order_id", "=", id)
      .execute();
    const { sizeId } = await tx
      .selectFrom("order_lines")
      .select("size_id as sizeId")
      .where("order_id", "=", id)
      .executeTakeFirstOrThrow();
    for (let count = 0; count < PARCEL_COUNT; count++) {
      await insertParcel(tx, { orderId: id, lines: [{ sizeId, pieces: 1 }], actor: "prueba", at: new Date() });
    }
    await tx.updateTable("parcels").set({ weight_grams: 350 }).where("order_id", "=", id).execute();
  });
}

test("a packer buys forty labels and prints them as one PDF on letter-size pages", async ({ page, request }) => {
  const order = await placeOrder(request, await createBuyer(request));
  await runShopCommand("order", "pay", order.reference);
  await insertCarrierAccount();
  await packPiecesOneByOne(order);
  await signInStaff(page, "warehouse");
  await page.goto("/panel/envios?ver=packed");
  await page.waitForFunction(() => "__ready" in window);
  for (const row of await page.getByRole("checkbox", { name: `del pedido ${order.reference}` }).all())
    await row.check();
  await page.getByRole("button", { name: "Comprar guías" }).click();

  await page.getByRole("button", { name: "Cotizar" }).click();
  // The envelope is proposed for goods of this weight. The option of the usual box has an empty value.
  await expect(page.getByLabel("Caja").first()).toHaveValue(/.+/);
  await page.getByRole("button", { name: "Comprar guías" }).click();
  await expect(page.getByText(`${PARCEL_COUNT} de ${PARCEL_COUNT} guías compradas`)).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);

  await page.getByLabel("Papel").selectOption("Hojas carta, dos por hoja");
  const form = page.locator("form", { has: page.getByRole("button", { name: "Imprimir etiquetas" }) });
  const query = await form.evaluate((element: HTMLFormElement) =>
    new URLSearchParams(new FormData(element) as unknown as Record<string, string>).toString(),
  );
  const pdfResponse = await page.request.get(`/panel/envios/guias/pdf?${query}`);
  expect(pdfResponse.headers()["content-type"]).toBe("application/pdf");
  expect((await PDFDocument.load(await pdfResponse.body())).getPageCount()).toBe(PARCEL_COUNT / 2);
});
