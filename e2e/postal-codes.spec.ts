import type { Page } from "@playwright/test";
import { DEMO_POSTAL_CODES } from "../demo/load/demo-postal-codes.ts";
import { expectAccessible } from "./support/accessible.ts";
import { signInStaff } from "./support/office.ts";
import { addSize, expect, claimProduct, test, type WireProduct } from "./support/shop.ts";

async function openCheckout(page: Page, product: WireProduct): Promise<void> {
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  await page.goto("/cart/checkout");
}

test("a postal code fills state and city, and offers its neighbourhoods @phone-only", async ({ page, request }) => {
  await openCheckout(page, await claimProduct(request));
  const codeField = page.getByLabel("Código postal");
  const cityField = page.getByLabel("Ciudad, municipio o alcaldía");
  const neighborhoodField = page.getByLabel("Colonia");
  await codeField.fill("11800");
  await expect(page.getByLabel("Estado")).toHaveValue("Ciudad de México");
  await expect(cityField).toHaveValue("Miguel Hidalgo");
  await expect(page.getByText("Miguel Hidalgo, Ciudad de México. Elige tu colonia de la lista.")).toHaveRole("status");
  await neighborhoodField.selectOption("Escandón II Sección");
  await expectAccessible(page);

  // The customer types a name that is not in the list.
  await neighborhoodField.selectOption("Otra colonia…");
  await expect(neighborhoodField).toBeFocused();
  await page.keyboard.type("Escandón Nueva");
  await expect(neighborhoodField).toHaveValue("Escandón Nueva");
  await page.reload();
  await expect(neighborhoodField).toHaveValue("Escandón Nueva");
  await expect(cityField).toHaveValue("Miguel Hidalgo");
  await page.getByRole("button", { name: "Elegir de la lista" }).click();
  await neighborhoodField.selectOption("Escandón I Sección");

  // A new code replaces the values that a code filled, but not typed values.
  await codeField.fill("06700");
  await expect(cityField).toHaveValue("Cuauhtémoc");
  await expect(neighborhoodField).toHaveValue("Roma Norte");
  await cityField.fill("Alcaldía Cuauhtémoc");
  await codeField.fill("97000");
  await expect(page.getByLabel("Estado")).toHaveValue("Yucatán");
  await expect(neighborhoodField).toHaveValue("Centro");
  await expect(cityField).toHaveValue("Alcaldía Cuauhtémoc");
});

test("after an unknown code or a failed request, the state is filled and the other fields stay text fields", async ({
  page,
  request,
}) => {
  await openCheckout(page, await claimProduct(request));
  const neighborhoodField = page.getByLabel("Colonia");
  await page.getByLabel("Código postal").fill("44999");
  await expect(page.getByLabel("Estado")).toHaveValue("Jalisco");
  await neighborhoodField.fill("La de siempre");
  await page.route("**/api/v1/postal-codes/*", (route) => route.abort());
  await page.getByLabel("Código postal").fill("64000");
  await expect(page.getByLabel("Estado")).toHaveValue("Nuevo León");
  await expect(neighborhoodField).toHaveValue("La de siempre");
  await page.getByLabel("Ciudad, municipio o alcaldía").fill("Monterrey");
  await expect(page.getByText("El código postal")).toHaveCount(0);
});

test("the owner loads a list of postal codes, and another file is refused with the reason", async ({ page }, info) => {
  await signInStaff(page, "owner");
  await page.goto("/panel/sistema/codigos-postales");
  await expectAccessible(page);
  const uploadList = async (name: string, text: string): Promise<void> => {
    await page
      .getByLabel("Archivo TXT")
      .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text, "latin1") });
    await page.getByRole("button", { name: "Cargar la lista" }).click();
  };
  await uploadList("otra.txt", "uno,dos\n");
  await expect(page.getByRole("alert")).toContainText("No es la lista de códigos postales");

  // The demo's codes stay: other tests use them at the same time.
  const lines = DEMO_POSTAL_CODES.flatMap(({ code, state, municipality, city, neighborhoods }) =>
    neighborhoods.map((neighborhood) => `${code}|${neighborhood}|${municipality}|${state}|${city ?? ""}`),
  );
  const listText = [
    "d_codigo|d_asenta|D_mnpio|d_estado|d_ciudad",
    ...lines,
    "99970|El Álamo|Jerez|Zacatecas|Jerez",
  ].join("\r\n");
  const name = `CPdescarga-${info.project.name}.txt`;
  await uploadList(name, listText);
  await expect(page.getByText("Códigos postales cargados")).toBeVisible();
  await expect(page.getByText(`Correos de México (${name})`)).toBeVisible();
  await expect(page.getByRole("table", { name: "Listas cargadas" })).toContainText(name);
  const answer = await page.request.get("/api/v1/postal-codes/99970");
  expect(await answer.json()).toMatchObject({ state: "Zacatecas", city: "Jerez", neighborhoods: ["El Álamo"] });
});
