import type { Page } from "@playwright/test";
import { gtinCheckDigit } from "../src/domain/gtin.ts";
import { ownCodeOf } from "../src/domain/scanned-code.ts";
import { expectAccessible } from "./support/accessible.ts";
import { openDatabase } from "./support/database.ts";
import { signInStaff } from "./support/office.ts";
import { expect, sizeOf, claimProduct, test } from "./support/shop.ts";

/** Opens a page, and waits until its JavaScript runs and can receive scans. */
async function openReadyPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => "__ready" in window);
}

/** Types like a hardware scanner: the code and Enter, where the focus is. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

test("staff receive and count stock, fill a phone order and search by scanner", async ({ page, request }) => {
  test.setTimeout(240_000);
  const product = await claimProduct(request);
  const [sizeWithCodes, otherSize] = [sizeOf(product, "M"), product.stocks.find(({ attribute }) => attribute !== "M")!];
  const codeDigits = String(Date.now()).slice(0, 12).padStart(12, "0");
  const [sku, gtin] = [`ESC ${codeDigits}/M`, `${codeDigits}${gtinCheckDigit(codeDigits)}`];
  const db = await openDatabase();
  await db.updateTable("sizes").set({ sku, gtin }).where("id", "=", sizeWithCodes._id).execute();
  await signInStaff(page, "owner");

  // The codes are scanned faster than the shop looks them up: three pieces of a size by its SKU and its GTIN, and one
  // of another size by the shop's own code.
  await openReadyPage(page, "/panel/existencias/recibir");
  await page.getByLabel("De dónde viene").fill("Remisión 12");
  const searchField = page.getByLabel("Busca un producto");
  const status = page.getByRole("search").getByRole("status");
  await searchField.focus();
  for (const code of [sku.toLowerCase(), gtin, `0${gtin}`, ownCodeOf(otherSize._id)]) await scan(page, code);
  await expect(status).toContainText(`talla ${otherSize.attribute}: 1 pieza`);
  await expect(page.getByLabel("Un renglón por talla")).toHaveValue(new RegExp(`^${sku}, 3\n`));
  await scan(page, "0000000000017");
  await expect(status).toContainText("No se agregó nada");
  await expect(page.getByLabel("De dónde viene")).toHaveValue("Remisión 12");
  await expectAccessible(page);

  // A misspelt name finds the product. The unknown code is still selected in the field, so the name replaces it.
  const longestWord = product.name.split(" ").toSorted((a, b) => b.length - a.length)[0]!;
  await scan(page, product.name.replace(longestWord, longestWord.slice(0, 3) + longestWord.slice(4)));
  await page.getByRole("button", { name: `Agregar ${product.name} ${product.color}, talla M`, exact: true }).click();
  await expect(page.getByLabel("Un renglón por talla")).toHaveValue(/, M, 1$/);
  await page.getByRole("button", { name: "Revisar" }).click();
  await page.getByRole("button", { name: "Recibir 5 piezas" }).click();
  await expect(page.getByRole("heading", { name: /^Entrega \d+$/ })).toBeVisible();

  // The list of stock: each code replaces the one before.
  await openReadyPage(page, "/panel/existencias");
  await expect(page.getByRole("button", { name: "Leer con la cámara" })).toBeVisible();
  await page.getByLabel("Busca un producto").focus();
  await scan(page, "0000000000017");
  await expect(page.getByText("No hay productos así")).toBeVisible();
  await expect(page.getByLabel("Busca un producto")).toBeFocused();
  await scan(page, gtin);
  await expect(page.getByRole("list", { name: "Productos" }).getByRole("heading")).toHaveText([product.name]);

  // A count: the third scan is a code that no product has, and is not counted.
  await openReadyPage(page, `/panel/existencias/contar/${product._id}`);
  await page.getByLabel("Contar con escáner").focus();
  for (const code of [gtin, sku, "0000000000017"]) await scan(page, code);
  await expect(page.getByRole("status").filter({ hasText: "No se contó" })).toBeVisible();
  await expect(page.getByLabel("Contadas de M", { exact: true })).toHaveValue("2");
  await expectAccessible(page);

  // A phone order: two scans are two pieces, and what is typed elsewhere stays.
  await openReadyPage(page, "/panel/pedidos/nuevo");
  await page.getByLabel("Nombre", { exact: true }).fill("Ana");
  await page.getByLabel("Buscar un producto").focus();
  for (const code of [gtin, sku]) await scan(page, code);
  const piecesField = page.getByLabel(new RegExp(`^Piezas de ${product.name}`));
  await expect(piecesField).toHaveValue("2");
  await expect(page.getByLabel("Nombre", { exact: true })).toHaveValue("Ana");
  await scan(page, "0000000000017");
  await expect(page.getByRole("status").filter({ hasText: "Nada a la venta" })).toBeVisible();
  await expect(piecesField).toHaveValue("2");

  // The panel's search opens the size.
  await openReadyPage(page, "/panel/buscar");
  await page.getByRole("main").getByLabel("Buscar en todo el panel").focus();
  await scan(page, gtin);
  await expect(page).toHaveURL(new RegExp(`/panel/existencias/${sizeWithCodes._id}$`));
});
