import { expectAccessible } from "./support/accessible.ts";
import { chooseCarrier, choosePaymentAndAccept, fillAddress, goToReview } from "./support/checkout.ts";
import { addSize, expect, runShopCommand, claimProduct, test } from "./support/shop.ts";

const ANA = { username: "ana@ejemplo.mx", password: "demo1234" };

test("a customer registers, buys, sees the order, writes a review and signs out", async ({ page, request }, info) => {
  test.slow(); // A long journey.
  const email = `eva.${info.project.name}.${Date.now()}@ejemplo.mx`;
  await page.goto("/signup");
  await page.getByRole("button", { name: "Crear mi cuenta" }).click();
  await expect(page.getByText("Escribe tu nombre")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Nombre(s)").fill("Eva");
  await page.getByLabel("Apellidos").fill("Luna");
  const phone = page.getByLabel("Teléfono celular", { exact: true });
  const username = page.getByLabel("Correo electrónico o Teléfono celular (10 dígitos)");
  await page.waitForFunction(() => "__ready" in window);
  // A phone number as the user name fills the phone field, too.
  await username.fill("5511113333");
  await phone.focus();
  await expect(phone).toHaveValue("55 1111 3333");
  await phone.fill("+52 55 1111 2222");
  await username.fill(` ${email.toUpperCase()} `);
  await page.getByLabel("Contraseña", { exact: true }).fill("secreta-1");
  await page.getByRole("button", { name: "Crear mi cuenta" }).click();
  await expect(page.getByText("Bienvenido Eva!")).toBeVisible();
  await expect(page).toHaveURL("/");

  const product = await claimProduct(request);
  await page.goto(`/products/${product._id}/details`);
  await addSize(page, "M");
  await expect(page.getByRole("dialog", { name: "Se agregó a tu carrito" })).toBeVisible();
  await page.goto("/cart/checkout");
  await expect(page.getByRole("heading", { name: "Dirección de entrega" })).toBeVisible();
  await fillAddress(page, { street: "Tonalá 12" });
  await chooseCarrier(page, /Paquetería Estándar/);
  await goToReview(page);
  await choosePaymentAndAccept(page);
  await page.getByRole("button", { name: "CONFIRMAR PEDIDO Y PAGAR" }).click();
  const title = page.getByRole("heading", { level: 1, name: /^Pedido #\d+$/ });
  await expect(title).toBeVisible();
  const reference = (await title.textContent())!.replace("Pedido #", "");

  await page.goto("/orders");
  await expect(page.getByText("1 pedido en total")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: `Ver el pedido ${reference}` }).click();
  await expect(title).toBeVisible();

  await page.goto("/reviews");
  await page.getByRole("button", { name: "Escribe tu reseña" }).click();
  await page.getByRole("button", { name: "Publicar reseña" }).click();
  await expect(page.getByText("Elige de 1 a 5 estrellas")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("radio", { name: /^4 estrellas/ }).check({ force: true });
  await page.getByLabel("Título").fill("Cómodo <b>y bonito</b>");
  await page.getByRole("textbox", { name: "Categoría" }).fill("Vestidos");
  await page.getByRole("textbox", { name: "Reseña" }).fill("Llegó en dos días.");
  await page.getByRole("button", { name: "Publicar reseña" }).click();
  await expect(page.getByText("Tu reseña ha sido registrada")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Cómodo <b>y bonito</b>" }).first()).toBeVisible();

  if (info.project.name === "phone") await page.getByLabel("Menú", { exact: true }).click();
  await page.getByRole("button", { name: "Cerrar sesión" }).filter({ visible: true }).click();
  await expect(page.getByText("Sesión finalizada! Vuelve pronto")).toBeVisible();
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/login\?volver=/);
});

test("a form submitted before the scripts load keeps its fields, and is checked when the scripts have loaded", async ({
  page,
}) => {
  const formSubmitted = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await formSubmitted.promise;
    await route.continue();
  });
  await page.goto("/signup");
  await page.getByLabel("Nombre(s)").fill("Eva");
  await page.getByLabel("Apellidos").fill("Luna");
  await page.getByLabel("Correo electrónico o Teléfono celular (10 dígitos)").fill("eva@ejemplo.mx");
  await page.getByRole("button", { name: "Crear mi cuenta" }).click();
  formSubmitted.resolve();
  await expect(page.getByText("Escribe tu teléfono")).toBeVisible();
  await expect(page.getByText("Escribe tu nombre")).toBeHidden();
  await expect(page.getByLabel("Nombre(s)")).toHaveValue("Eva");
  await expect(page.getByLabel("Apellidos")).toHaveValue("Luna");
  await expect(page.getByLabel("Correo electrónico o Teléfono celular (10 dígitos)")).toHaveValue("eva@ejemplo.mx");
});

test("a wrong password is refused; the right one leads back to the page the customer came from", async ({ page }) => {
  await page.goto("/login?volver=/reviews");
  await page.getByLabel("Correo electrónico o teléfono celular").fill("nadie@ejemplo.mx");
  await page.getByLabel("Contraseña", { exact: true }).fill("mala");
  await page.getByRole("button", { name: "Ingresar" }).click();
  await expect(page.getByRole("alert")).toContainText("Usuario y/o contraseña incorrectos");
  await expectAccessible(page);
  await page.getByLabel("Correo electrónico o teléfono celular").fill(ANA.username);
  await page.getByLabel("Contraseña", { exact: true }).fill(ANA.password);
  await page.getByRole("button", { name: "Mostrar contraseña" }).click();
  await expect(page.getByLabel("Contraseña", { exact: true })).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Ingresar" }).click();
  await expect(page).toHaveURL("/reviews");
  await expect(page.getByRole("button", { name: "Escribe tu reseña" })).toBeVisible();
  // A URL of another site is not accepted as the return path.
  await page.goto("/login?volver=//evil.example");
  await expect(page).toHaveURL("/");
});

test("after a session has ended the sign-in page says so and leads back", async ({ page }) => {
  await page.goto("/login?volver=/customer/profile");
  const signIn = async (): Promise<void> => {
    await page.getByLabel("Correo electrónico o teléfono celular").fill(ANA.username);
    await page.getByLabel("Contraseña", { exact: true }).fill(ANA.password);
    await page.getByRole("button", { name: "Ingresar" }).click();
    await expect(page.getByLabel("Nombre(s)")).toHaveValue("Ana");
  };
  await signIn();
  const storedSession = await page.evaluate(() => localStorage.getItem("escaparate.session"));
  const { token } = JSON.parse(storedSession!) as { token: string };
  await page.request.post("/api/v1/auth/logout", { headers: { Authorization: `Bearer ${token}` } });
  const visitedQueries: string[] = [];
  page.on("framenavigated", (frame) => visitedQueries.push(new URL(frame.url()).search));
  await page.getByRole("button", { name: "Editar" }).click();
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.getByText("Tu sesión terminó")).toBeVisible();
  await signIn();
  // There was no second redirect to the sign-in page, which would have removed the message.
  const signInQueries = visitedQueries.filter((search) => search.includes("volver="));
  expect(new Set(signInQueries)).toEqual(new Set(["?volver=%2Fcustomer%2Fprofile&fin=1"]));
});

test("a customer edits their account and addresses, undoes a change, and signs out in all tabs", async ({
  page,
  context,
}) => {
  const email = `rita.${Date.now()}@ejemplo.mx`;
  const registerResponse = await page.request.post("/api/v1/customers", {
    data: { name: "Rita", lastName: "Sol", phone: "5544332211", username: email, password: "secreta-1" },
  });
  expect(registerResponse.status()).toBe(200);
  await page.goto("/login?volver=/customer/profile");
  await page.getByLabel("Correo electrónico o teléfono celular").fill(email);
  await page.getByLabel("Contraseña", { exact: true }).fill("secreta-1");
  await page.getByRole("button", { name: "Ingresar" }).click();
  await expect(page.getByLabel("Nombre(s)")).toHaveValue("Rita");
  await expect(page.getByLabel("Nombre(s)")).not.toBeEditable();
  await page.getByRole("button", { name: "Editar" }).click();
  await page.getByLabel("Nombre(s)").fill("Margarita");
  await page.getByRole("button", { name: "Cancelar" }).click();
  await expect(page.getByLabel("Nombre(s)")).toHaveValue("Rita");
  await page.getByRole("button", { name: "Editar" }).click();
  await page.getByLabel("Nombre(s)").fill("Margarita");
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.getByText("Información actualizada")).toBeVisible();

  const changeButton = page.getByRole("button", { name: "Cambiar contraseña" });
  await page.getByLabel("Contraseña actual", { exact: true }).fill("no-es-esta");
  await page.getByLabel("Contraseña nueva", { exact: true }).fill("nueva123");
  await expect(changeButton).toBeDisabled();
  await page.getByLabel("Repite la contraseña nueva", { exact: true }).fill("nueva123");
  await changeButton.click();
  await expect(page.getByText("La contraseña actual es incorrecta")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("tab", { name: /^Direcciones/ }).click();
  await expect(page.getByText("No hay ninguna dirección registrada")).toBeVisible();
  await page.getByRole("button", { name: "Registrar nueva dirección" }).click();
  const dialog = page.getByRole("dialog", { name: "Nueva dirección" });
  await dialog.getByLabel("Código postal").fill("44100");
  await expect(dialog.getByLabel("Estado", { exact: true })).toHaveValue("Jalisco");
  await dialog.getByLabel("Ciudad, municipio o alcaldía").fill("Guadalajara");
  await dialog.getByLabel("Colonia").fill("Centro");
  await dialog.getByLabel("Calle y número").fill("Juárez 5");
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByRole("tab", { name: "Direcciones 1" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Eliminar la dirección Juárez 5" }).click();
  await expect(page.getByText("No hay ninguna dirección registrada")).toBeVisible();
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect(page.getByText("Juárez 5")).toBeVisible();

  const secondTab = await context.newPage();
  await secondTab.goto("/");
  await secondTab.getByRole("navigation", { name: "Tu cuenta" }).getByRole("button", { name: "Cerrar sesión" }).click();
  await expect(secondTab.getByText("Sesión finalizada! Vuelve pronto")).toBeVisible();
  await expect(page).toHaveURL(/\/login\?volver=/);
});

test("a customer who signs out while the session is being renewed stays signed out", async ({ page }) => {
  await page.goto("/login?volver=/customer/profile");
  await page.getByLabel("Correo electrónico o teléfono celular").fill(ANA.username);
  await page.getByLabel("Contraseña", { exact: true }).fill(ANA.password);
  await page.getByRole("button", { name: "Ingresar" }).click();
  await expect(page.getByLabel("Nombre(s)")).toBeVisible();
  const [sessionRenewed, customerSignedOut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/api/v1/auth/refresh", async (route) => {
    const answer = await route.fetch();
    sessionRenewed.resolve();
    await customerSignedOut.promise;
    await route.fulfill({ response: answer });
  });
  await page.goto("/terminos");
  await page.keyboard.press("Tab"); // loads the page's scripts
  await sessionRenewed.promise;
  await page.getByRole("button", { name: "Cerrar sesión" }).filter({ visible: true }).click();
  await expect(page.getByText("Sesión finalizada! Vuelve pronto")).toBeVisible();
  const logoutRequest = page.waitForRequest("**/api/v1/auth/logout");
  customerSignedOut.resolve();
  await logoutRequest;
  await page.goto("/customer/profile");
  await expect(page).toHaveURL(/\/login\?volver=/);
});

test("a tab that is open while the customer signs in in another one has their data", async ({ page, context }) => {
  await page.goto("/terminos");
  await page.keyboard.press("Tab"); // loads the page's scripts
  await expect(page.getByRole("link", { name: "Iniciar sesión" }).filter({ visible: true })).toBeVisible();
  const secondTab = await context.newPage();
  await secondTab.goto("/login?volver=/customer/profile");
  await secondTab.getByLabel("Correo electrónico o teléfono celular").fill(ANA.username);
  await secondTab.getByLabel("Contraseña", { exact: true }).fill(ANA.password);
  await secondTab.getByRole("button", { name: "Ingresar" }).click();
  await expect(secondTab.getByLabel("Nombre(s)")).toHaveValue("Ana");
  await page.getByRole("link", { name: "Mi Cuenta" }).filter({ visible: true }).click();
  await expect(page.getByLabel("Nombre(s)")).toHaveValue("Ana");
});

test("staff open an assisted session with a single-use token, and the pages show it", async ({ page }) => {
  const commandOutput = await runShopCommand("su", ANA.username, "--as", "Marta");
  const token = commandOutput.match(/[\w-]{20,}/)![0];
  await page.goto("/sulogin");
  for (const [suToken, isValid] of [
    ["mentira", false],
    [token, true],
  ] as const) {
    await page.getByLabel("Correo electrónico o teléfono del cliente").fill(ANA.username);
    await page.getByLabel("Su Token").fill(suToken);
    await page.getByRole("button", { name: "Ingresar" }).click();
    if (!isValid) await expect(page.getByRole("alert")).toContainText("Error iniciando sesión");
  }
  await expect(page.getByText("Sesión asistida: Marta actúa a nombre del cliente.")).toBeVisible();
  await page.goto("/orders");
  await expect(page.getByText(/pedidos en total/)).toBeVisible();
  await expect(page.getByText("Sesión asistida: Marta")).toBeVisible();
});

test("the link in the password mail sets a new password once", async ({ page }) => {
  const email = `olvido.${Date.now()}@ejemplo.mx`;
  await page.request.post("/api/v1/customers", {
    data: { name: "Olvido", lastName: "Paz", phone: "5599887766", username: email, password: "vieja123" },
  });
  await page.goto("/forgot");
  await page.getByLabel("Correo electrónico o teléfono celular").fill(email);
  await page.getByRole("button", { name: "Mandar enlace" }).click();
  await expect(page.getByText("Revisa tu correo")).toBeVisible();
  await expectAccessible(page);
  const findResetLink = async (): Promise<string | undefined> => {
    const mails = (await (await page.request.get("/sandbox/mail.json", { params: { to: email } })).json()) as {
      text: string;
    }[];
    return mails.map((mail) => mail.text.match(/http\S+\/reset#token=\S+/)?.[0]).find(Boolean);
  };
  await expect.poll(findResetLink).toBeTruthy();
  const url = new URL((await findResetLink())!);
  await page.goto(`/reset${url.hash}`);
  await page.getByLabel("Contraseña nueva", { exact: true }).fill("nueva123");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Guardar y entrar" }).click();
  await expect(page.getByText("Contraseña actualizada")).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto("/");
  await page.goto(`/reset${url.hash}`);
  await page.getByLabel("Contraseña nueva", { exact: true }).fill("otra1234");
  await page.getByRole("button", { name: "Guardar y entrar" }).click();
  await expect(page.getByRole("alert")).toContainText("ya se usó o ya venció");
});
