import type { APIRequestContext } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { expect, test, type WireProduct } from "./support/shop.ts";

/** Finds a dress with pieces in CH and M. The demo has a guide for the category of dresses. */
async function findDress(request: APIRequestContext): Promise<WireProduct> {
  const { docs } = (await (await request.get("/api/v1/search2?category=vestidos&size=50")).json()) as {
    docs: WireProduct[];
  };
  return docs.find(({ stocks }) =>
    ["CH", "M"].every((name) => stocks.some(({ attribute, stock }) => attribute === name && stock > 0)),
  )!;
}

test("@phone-only a customer reads the size guide, learns their size and chooses it", async ({ page, request }) => {
  const dress = await findDress(request);
  await page.goto(`/products/${dress._id}/details`);
  const openButton = page.getByRole("button", { name: "Guía de tallas" });
  await openButton.click();
  const dialog = page.getByRole("dialog", { name: "Guía de tallas" });
  const row = dialog.getByRole("row", { name: /^M / });
  await expect(row.getByRole("rowheader")).toHaveText("M");
  await expect(dialog.getByRole("columnheader", { name: "Cintura" })).toBeVisible();
  await expect(row.getByRole("cell").nth(1)).toHaveText("74");
  await expectAccessible(page);

  await dialog.getByRole("button", { name: "Ver mi talla" }).click();
  await expect(dialog.getByText("Escribe al menos una de tus medidas")).toBeVisible();
  await dialog.getByLabel("Tu pecho o busto, en cm").fill("mucho");
  await dialog.getByLabel("Tu cintura, en cm").fill("74,5");
  await dialog.getByRole("button", { name: "Ver mi talla" }).click();
  await expect(dialog.getByText("Escribe centímetros, p. ej. 72 o 72.5")).toBeVisible();
  await dialog.getByLabel("Tu pecho o busto, en cm").fill("89");
  await dialog.getByRole("button", { name: "Ver mi talla" }).click();
  await expect(dialog.getByRole("status")).toContainText("Tu talla es M.");
  await expect(dialog.getByText("Guardar mis medidas")).toBeHidden();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Elegir talla M" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("radio", { name: "M", exact: true })).toBeChecked();
  await expect(openButton).toBeFocused();

  await openButton.click();
  await dialog.getByRole("row", { name: /^CH / }).getByRole("cell").first().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("radio", { name: "CH", exact: true })).toBeChecked();
});

test("measures are saved only if the customer chooses so, are filled in at the next visit, and can be deleted", async ({
  page,
  request,
}) => {
  const dress = await findDress(request);
  const registerResponse = await request.post("/api/v1/customers", {
    data: {
      name: "Inés",
      lastName: "Medina",
      phone: "5511113333",
      username: `ines.${Date.now()}@ejemplo.mx`,
      password: "secreta-1",
    },
  });
  const { access_token: token, customer } = (await registerResponse.json()) as {
    access_token: string;
    customer: { _id: string };
  };
  await page.goto("/");
  await page.evaluate(
    (session) => localStorage.setItem("escaparate.session", session),
    JSON.stringify({ token, customerId: customer._id, type: "registered" }),
  );
  const openGuide = async (): Promise<void> => {
    await page.goto(`/products/${dress._id}/details`);
    await page.getByRole("button", { name: "Guía de tallas" }).click();
  };
  const waistField = page.getByLabel("Tu cintura, en cm");
  await openGuide();
  await waistField.fill("80");
  await page.getByRole("button", { name: "Ver mi talla" }).click();
  await expect(page.getByText("Tu talla es G.")).toBeVisible();
  await openGuide();
  await expect(waistField).toHaveValue("");
  await waistField.fill("80");
  await page.getByLabel("Guardar mis medidas en mi cuenta").check();
  await page.getByRole("button", { name: "Ver mi talla" }).click();
  await expect(page.getByText("Guardamos tus medidas en tu cuenta.")).toBeVisible();
  await openGuide();
  await expect(waistField).toHaveValue("80");
  await page.goto("/customer/profile");
  await expect(page.getByRole("heading", { name: "Mis medidas" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Borrar mis medidas" }).click();
  await expect(page.getByText("Borramos tus medidas")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Mis medidas" })).toBeHidden();
});
