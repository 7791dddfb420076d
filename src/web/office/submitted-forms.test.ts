import { afterAll, beforeAll, expect, test } from "vitest";
import { listSizeNamesWithCounts } from "../../server/catalog/move-size-name.ts";
import { PageVisitor } from "../../server/testing/page-visitor.ts";
import { openTestOffice, type TestOffice } from "../../server/testing/test-office.ts";

let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
});
afterAll(() => office.stop());

test("the owner adds a brand, sees the order of sizes and sets a branch's increment", async () => {
  const page = await (await PageVisitor.signIn(office, "owner")).open("/panel/catalogo");
  await page.follow("Marcas");
  expect(page.getElementText("h2", "Agregar una marca")).toBeTruthy();
  page.limitToFormOf("Agregar");
  page.fill("Nombre", "Marca de prueba");
  await page.press("Agregar");
  expect(page.findAll('button[aria-label="Borrar Marca de prueba"]')).toHaveLength(1);
  await page.follow("Tallas");
  expect(page.getElementText("h2", "Orden de las tallas")).toBeTruthy();
  await page.follow("Precios por marca");
  page.fill("Marca de prueba", "-15.50");
  await page.press("Guardar precios");
  expect(page.text).toContain("Guardado: la sucursal ya cobra así.");
  expect(page.fieldValue("Marca de prueba")).toBe("-15.5");
});

test.each(["/panel/catalogo", "/panel/catalogo/marcas", "product"])(
  "a form with an unknown intent shows its page again: %s",
  async (path) => {
    const product = await office.app.db.selectFrom("products").select("id").limit(1).executeTakeFirstOrThrow();
    const pagePath = path === "product" ? `/panel/productos/${product.id}` : path;
    for (const intent of ["constructor", "toString", "otra"]) {
      const { status, text } = await office.visit(pagePath, { as: "owner", form: { intent } });
      expect(status, `${intent}: ${text.slice(0, 200)}`).toBe(200);
    }
  },
);

test("a form with an unknown intent or size does not change the order of sizes", async () => {
  const [size] = await listSizeNamesWithCounts(office.app);
  const sizeNamesBefore = await listSizeNamesWithCounts(office.app);
  for (const intent of [`constructor ${size!.id}`, `toString ${size!.id}`, "up", "up no-id"]) {
    const { status } = await office.visit("/panel/catalogo/tallas", { as: "owner", form: { intent } });
    expect(status, intent).toBe(200);
  }
  expect(await listSizeNamesWithCounts(office.app)).toEqual(sizeNamesBefore);
});

test("a legal text needs titles, replaces the standard text until it is removed, and keeps its versions", async () => {
  const path = "/panel/ajustes/norte/textos/cambios-y-devoluciones";
  const page = await (await PageVisitor.signIn(office, "owner")).open(path);
  page.fill("Texto de la página", "sin título");
  await page.press("Guardar");
  expect(page.alert).toContain("## Título");
  const longText = `## Nuestra regla\n\n${"á é ".repeat(40_000)}fin`;
  page.fill("Texto de la página", longText);
  await page.press("Guardar");
  expect(page.alert).toContain("40,000 letras");
  expect(page.fieldValue("Texto de la página")).toBe(longText);
  page.fill("Texto de la página", "## Nuestra regla\n\nTodo se cambia en 30 días.");
  await page.press("Guardar");
  expect(page.text).toContain("Con tus palabras.");
  const shopPage = await office.call("GET", "/cambios-y-devoluciones", { shop: "norte" });
  expect(shopPage.text).toContain("Todo se cambia en 30 días.");
  await page.open(path);
  await page.press("Volver al texto estándar");
  expect(page.text).toContain("El texto estándar");
  expect(page.getElementText("button", /^Ver la versión/)).toBeTruthy();
});

test("the owner sets up a presale with its codes and its waiting room", async () => {
  const page = await (await PageVisitor.signIn(office, "owner")).open("/panel/preventas");
  page.fill("Nombre", "Otoño");
  page.fill("Abre", "2099-09-01T10:00");
  page.fill("Cierra", "2099-08-01T10:00");
  await page.press("Hacer la preventa");
  expect(page.alert).toContain("terminar después de abrir");
  expect(page.fieldValue("Nombre")).toBe("Otoño");
  page.fill("Cierra", "2099-10-01T10:00");
  await page.press("Hacer la preventa");
  expect(page.heading).toBe("Otoño");
  page.fill(/^Cuántos/, "3");
  page.fill(/^Pedidos por código/, "1");
  await page.press("Hacer códigos");
  expect(page.text).toContain("Se hicieron 3 códigos");
  page.fill(/^O uno elegido por ti/, "ELEGIDO");
  await page.press("Hacer códigos");
  expect(page.alert).toContain("El código está hecho");
  expect(page.text).toContain("#codigo=ELEGIDO");
  const csv = await office.visit(page.hrefOf(/^Descargar códigos/), { as: "owner" });
  expect(csv.headers.get("content-disposition")).toContain("codigos.csv");
  await page.press("Poner la fila");
  expect(page.alert).toContain("La fila está puesta");
  expect(page.findAll("dt").find((term) => term.textContent === "Fila")!.nextElementSibling!.textContent).toBe(
    "Puesta",
  );
  await page.press("Retirar todos los códigos");
  expect(page.alert).toContain("Ningún código");
  expect(page.text.match(/Retirado/g)).toHaveLength(4);
});

test("the second editor of a product reads what differs from their own values, not what is equal in another format", async () => {
  const product = await office.app.db
    .selectFrom("products")
    .select("id")
    .where("is_digital", "=", false)
    .limit(1)
    .executeTakeFirstOrThrow();
  const path = `/panel/productos/${product.id}`;
  const visitor = await PageVisitor.signIn(office, "owner");
  const firstPage = await visitor.open(path);
  firstPage.limitToFormOf("Guardar cambios");
  firstPage.fill("Precio", "1,349.50");
  const secondPage = await (await PageVisitor.signIn(office, "owner")).open(path);
  secondPage.limitToFormOf("Guardar cambios");
  secondPage.fill("Precio", "$1349.5");
  secondPage.fill(/^Dato extra 1/, "Del segundo");
  await firstPage.press("Guardar cambios");
  await secondPage.press("Guardar cambios");
  expect(secondPage.findAll("form li").map((item) => item.textContent)).toEqual(
    expect.arrayContaining(["Dato extra 1: vacío"]),
  );
  expect(secondPage.text).not.toContain("Precio: 1349.50");
});
