import { expectAccessible } from "./support/accessible.ts";
import { addSize, expect, runShopCommand, claimProduct, test } from "./support/shop.ts";

test("a coupon from a link is applied to the cart, and an expired one is refused with the reason @phone-only", async ({
  page,
  request,
}, info) => {
  const product = await claimProduct(request);
  const suffix = `${info.project.name}${Date.now()}`.toUpperCase();
  const code = `AMIGA${suffix}`;
  await runShopCommand(
    "promotion",
    "add",
    "Para amigas",
    "--rule",
    "percent:10",
    "--product",
    product._id,
    "--code",
    code,
  );
  const endedCode = `ADIOS${suffix}`;
  const addCommand = [
    "promotion",
    "add",
    "Adiós",
    "--rule",
    "amount:50",
    "--product",
    product._id,
    "--code",
    endedCode,
  ];
  await runShopCommand("promotion", "end", (await runShopCommand(...addCommand)).trim());

  await page.goto(`/products/${product._id}/details?cupon=${code.toLowerCase()}`);
  await expect(page).toHaveURL(new RegExp(`/products/${product._id}/details$`));
  await addSize(page, "M");
  await page.getByRole("dialog").getByRole("link", { name: "Ver mi carrito" }).click();
  await expect(page.getByText("Ya está en tu total.")).toBeVisible();
  await expect(page.getByText("Para amigas")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: `Quitar el cupón ${code}` }).click();
  await expect(page.getByText("Para amigas")).toBeHidden();
  await page.getByRole("button", { name: "¿Tienes un cupón?" }).click();
  const field = page.getByRole("textbox", { name: "Cupón" });
  await field.fill(endedCode);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Ese cupón ya venció. Tu carrito sigue igual.")).toBeVisible();
  await expect(field).toHaveValue(endedCode);
  await expectAccessible(page);
  await field.fill(code);
  await page.getByRole("button", { name: "Aplicar" }).click();
  await expect(page.getByText("Ya está en tu total.")).toBeVisible();

  await page.getByRole("button", { name: `Quitar el cupón ${code}` }).click();
  // Leaving the page earlier could abort the request.
  await expect(page.getByText("Para amigas")).toBeHidden();
  await page.goto(`/cart?cupon=${endedCode}`);
  await expect(page.getByText("Ese cupón ya venció. Tu carrito sigue igual.")).toBeVisible();
  await expect(field).toHaveValue(endedCode);
});
