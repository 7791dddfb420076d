import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { writeMexicoTime } from "../src/domain/mexico-time.ts";
import { demoId } from "../demo/load/demo-id.ts";
import { expectAccessible } from "./support/accessible.ts";
import { browserPath } from "./support/browser.ts";
import { expect, shop, test } from "./support/shop.ts";
import { buyTickets, film } from "./support/tickets.ts";

// Each test waits for the command line a few times: a process of its own.
test.describe.configure({ timeout: 180_000 });

/** The demo's events are weeks away; those that are read here are tonight's. */
const TONIGHT = new Set<string>();

async function moveToToday(slug: string): Promise<void> {
  if (TONIGHT.has(slug)) return;
  const at = writeMexicoTime(new Date());
  await shop("ticket", "event", demoId("product", slug), "--at", at, "--place", "Foro de prueba");
  TONIGHT.add(slug);
}

/** Opens the link of a new door of this event, as its phone does. */
async function openDoor(page: Page, slug: string, name: string): Promise<void> {
  if (slug !== IN_WEEKS) await moveToToday(slug);
  const link = new URL((await shop("ticket", "door", demoId("product", slug), "--name", name)).trim());
  await page.goto(link.pathname + link.hash);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL("/boletos/validar");
}

/** Stays where the demo has it: three weeks away. */
const IN_WEEKS = "taller-de-tenido-con-anil";

async function type(page: Page, text: string): Promise<void> {
  await page.getByLabel("Escribir código").fill(text);
  await page.keyboard.press("Enter");
}

/** What the phone read last, newest first: 'Válido', 'Ya se usó', … */
const readings = (page: Page) => page.getByRole("region", { name: "Últimas lecturas" }).getByRole("listitem");
const result = (page: Page) => page.getByRole("region", { name: "Resultado" });

async function entered(page: Page): Promise<number> {
  const text = await page.getByText(/^Entraron \d+ de \d+$/).textContent();
  return Number(/\d+/.exec(text!)![0]);
}

/** The page comes up without a network from now on. */
async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    await navigator.serviceWorker.ready;
    return (await (await caches.open("escaparate.door")).match("/boletos/validar")) !== undefined;
  });
}

test("a typed code lets one in once; what stops somebody says why", async ({ page, request }) => {
  const slug = "concierto-de-ajolote-electrico";
  const { tickets } = await buyTickets(request, { slug, seat: "General" });
  const other = await buyTickets(request, { slug: "bazar-de-diseno-la-lagunita", seat: "Sábado" });
  const calls: string[] = [];
  page.on("request", (sent) => calls.push(sent.url()));
  await openDoor(page, slug, "Puerta norte");
  expect(calls.filter((url) => /door_|#|key=/.test(url))).toEqual([]);
  const before = await entered(page);
  await expectAccessible(page);

  const spoken = tickets[0]!.code.toLowerCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "l");
  await type(page, ` ${spoken} `);
  await expect(readings(page).first()).toContainText("VálidoGeneral");
  await expect.poll(() => entered(page)).toBe(before + 1);
  await type(page, tickets[0]!.qr.toLowerCase());
  await expect(result(page)).toContainText("Ya se usó");
  await expect(result(page)).toContainText("por Puerta norte");
  await expect(result(page)).not.toContainText("@");
  await expectAccessible(page);

  await type(page, other.tickets[0]!.qr);
  await expect(result(page)).toContainText("De otro evento");
  await type(page, tickets[0]!.qr.slice(0, -4) + "AAAA");
  await expect(result(page)).toContainText("Desconocido");
  await expect(result(page)).toHaveCSS("background-color", "rgb(185, 28, 28)");

  await readings(page).getByRole("button", { name: "Deshacer la entrada de General" }).click();
  await expect(page.getByText("Entrada deshecha: el boleto vuelve a valer.")).toBeVisible();
  await expect(readings(page).last()).toContainText("Deshecho");
  await expect.poll(() => entered(page)).toBe(before);
});

test("a scanner that types without being asked is heard", async ({ page, request }) => {
  const slug = "bazar-de-diseno-la-lagunita";
  const { tickets } = await buyTickets(request, { slug, seat: "Domingo" });
  await openDoor(page, slug, "Puerta con lector");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.type(`${tickets[0]!.qr}\n`);
  await expect(readings(page).first()).toContainText("VálidoDomingo");
});

test.describe("with a camera", () => {
  let browser: Browser | undefined;
  test.afterEach(() => browser?.close());

  test("the QR of the mailed ticket is read, once while it stays in view", async ({ request }, info) => {
    const slug = "festival-de-primavera-en-el-parque";
    const { tickets } = await buyTickets(request, { slug, seat: "General" });
    const file = info.outputPath("boleto.y4m");
    film(tickets[0]!, file);
    browser = await chromium.launch({
      executablePath: await browserPath(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        `--use-file-for-fake-video-capture=${file}`,
      ],
    });
    const page = await browser.newPage({ baseURL: info.project.use.baseURL, viewport: { width: 390, height: 844 } });
    await openDoor(page, slug, "Puerta de cámara");
    // A browser that was asked before starts it by itself; the button is busy meanwhile.
    const video = page.getByLabel(/^Cámara/);
    const start = page.getByRole("button", { name: "Usar la cámara", disabled: false });
    await expect(async () => {
      if (await start.isVisible()) await start.click({ timeout: 1_000 });
      await expect(video).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await expect(readings(page).first()).toContainText("VálidoGeneral");
    // The good answer has made room again, and the same code still in view is not read as another showing.
    await expect(result(page)).toBeHidden();
    await expect(readings(page)).toHaveCount(1);
  });
});

test("only the door's page may use the camera, and its worker minds nothing else", async ({ page, request }) => {
  const policy = async (path: string) => (await request.get(path)).headers()["permissions-policy"];
  expect(await policy("/boletos/validar")).toContain("camera=(self)");
  for (const path of ["/", "/boletos/otra", "/api/v1/app"]) expect(await policy(path)).toContain("camera=()");
  await openDoor(page, "bazar-de-diseno-la-lagunita", "Puerta sola");
  await untilKept(page);
  await page.goto("/terminos");
  await page.waitForFunction(() => "__ready" in window);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

test("without a network it goes on, after a reload too, and tells everything later", async ({ page, request }) => {
  const slug = "noche-de-son-y-marimba";
  const first = await buyTickets(request, { slug, seat: "General", pieces: 3 });
  const [a, b, c] = first.tickets;
  await openDoor(page, slug, "Puerta sur");
  const before = await entered(page);
  await untilKept(page);
  await page.context().setOffline(true);
  const since = await buyTickets(request, { slug, seat: "General" });

  await type(page, a!.qr);
  await expect(readings(page).first()).toContainText("Válido");
  await expect(page.getByText("Sin conexión: 1 lectura por sincronizar.")).toBeVisible();
  await type(page, a!.code);
  await expect(result(page)).toContainText("Ya se usó");
  await type(page, b!.qr.replace(/.{4}$/, "AAAA"));
  await expect(result(page)).toContainText("Desconocido");
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Puerta sur" })).toBeVisible();
  await type(page, a!.qr);
  await expect(result(page)).toContainText("Ya se usó");
  await type(page, b!.code);
  await expect(readings(page).first()).toContainText("Válido");
  // Sold since the last look: its signature proves it, a code proves nothing.
  await type(page, since.tickets[0]!.code);
  await expect(result(page)).toContainText("Sin comprobar");
  await type(page, since.tickets[0]!.qr);
  await expect(readings(page).first()).toContainText("Válido");
  // Let in by mistake.
  await type(page, c!.qr);
  await expect(readings(page).first()).toContainText("VálidoGeneral · 3 de 3");
  await readings(page)
    .first()
    .getByRole("button", { name: /Deshacer/ })
    .click();
  await expect(readings(page).first()).toContainText("Deshecho");

  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Sincronizar" }).click();
  await expect(page.getByText("En línea.")).toBeVisible();
  await expect(readings(page).getByText("por sincronizar")).toHaveCount(0);
  await expect.poll(() => entered(page)).toBe(before + 3);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await type(page, c!.code);
  await expect(readings(page).first()).toContainText("Válido");
});

test("after a reload without a network the count is what it was, an entry taken back since included", async ({
  page,
  request,
}) => {
  const slug = "bazar-de-diseno-la-lagunita";
  const { tickets } = await buyTickets(request, { slug, seat: "Sábado", pieces: 2 });
  await openDoor(page, slug, "Puerta que cuenta");
  await untilKept(page);
  const before = await entered(page);
  // Counted by the server's answer to this scan, since the phone's last look.
  await type(page, tickets[0]!.qr);
  await expect.poll(() => entered(page)).toBe(before + 1);
  await page.context().setOffline(true);
  await page.reload();
  await expect.poll(() => entered(page)).toBe(before + 1);
  await readings(page)
    .getByRole("button", { name: /Deshacer/ })
    .click();
  await expect.poll(() => entered(page)).toBe(before);
  await page.reload();
  await expect.poll(() => entered(page)).toBe(before);
  await type(page, tickets[1]!.qr);
  await expect.poll(() => entered(page)).toBe(before + 1);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Sincronizar" }).click();
  await expect(readings(page).getByText("por sincronizar")).toHaveCount(0);
  await expect.poll(() => entered(page)).toBe(before + 1);
});

test("a ticket of another day says which, and staff decide, with and without a network", async ({ page, request }) => {
  // Each place is sold once: a second try takes others.
  const [one, two] = [1, 2].map((n) => `Boleto A-0${n + 2 * test.info().retry}`);
  const first = await buyTickets(request, { slug: IN_WEEKS, seat: one! });
  const second = await buyTickets(request, { slug: IN_WEEKS, seat: two! });
  await openDoor(page, IN_WEEKS, "Puerta de otro día");
  await untilKept(page);
  const before = await entered(page);
  await type(page, first.tickets[0]!.code);
  await expect(result(page)).toContainText("Es para otro día");
  await expect(result(page)).toContainText(/Es para el .* de 20\d\d, 10:00 h/);
  await expectAccessible(page);
  await result(page).getByRole("button", { name: "No entra" }).click();
  await expect.poll(() => entered(page)).toBe(before);
  await type(page, first.tickets[0]!.code);
  await result(page).getByRole("button", { name: "Dejar entrar hoy" }).click();
  await expect(readings(page).first()).toContainText("Entró, de otro día");
  await expect.poll(() => entered(page)).toBe(before + 1);

  await page.context().setOffline(true);
  await page.reload();
  await type(page, second.tickets[0]!.qr);
  await expect(result(page)).toContainText("Es para otro día");
  await result(page).getByRole("button", { name: "Dejar entrar hoy" }).click();
  await expect(readings(page).first()).toContainText("Entró, de otro día");
  await expect.poll(() => entered(page)).toBe(before + 2);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Sincronizar" }).click();
  await expect(readings(page).getByText("por sincronizar")).toHaveCount(0);
  await expect.poll(() => entered(page)).toBe(before + 2);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("one ticket on two phones without a network: both hear of it once they are back", async ({ browser, request }) => {
  const slug = "festival-de-primavera-en-el-parque";
  const { tickets } = await buyTickets(request, { slug, seat: "Jardín" });
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const [east, west] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page];
  await openDoor(east, slug, "Oriente");
  await openDoor(west, slug, "Poniente");
  for (const [context, page] of [
    [contexts[0]!, east],
    [contexts[1]!, west],
  ] as [BrowserContext, Page][]) {
    await context.setOffline(true);
    await type(page, tickets[0]!.qr);
    await expect(readings(page).first()).toContainText("Válido");
  }
  const back = async (context: BrowserContext, page: Page): Promise<void> => {
    await context.setOffline(false);
    await page.getByRole("button", { name: "Sincronizar" }).click();
    await expect(page.getByText("En línea.")).toBeVisible();
  };
  await back(contexts[1]!, west);
  await expect(west.getByRole("alert")).toHaveCount(0);
  await back(contexts[0]!, east);
  const told = /Jardín entró dos veces: Poniente, \d\d:\d\d, y Oriente, \d\d:\d\d\./;
  await expect(east.getByRole("alert")).toContainText(told);
  await west.getByRole("button", { name: "Sincronizar" }).click();
  await expect(west.getByRole("alert")).toContainText(told);
  await expectAccessible(west);
  await west.getByRole("button", { name: "Entendido" }).click();
  await expect(west.getByRole("alert")).toHaveCount(0);
  expect(await shop("ticket", "conflicts", demoId("product", slug))).toMatch(/^YA HABÍA ENTRADO: .*en Oriente/);
  await Promise.all(contexts.map((context) => context.close()));
});

test("a key that was taken back opens nothing, and the list leaves the phone", async ({ page }) => {
  await page.goto("/boletos/validar");
  await expect(page.getByText("Abre aquí el enlace de tu puerta")).toBeVisible();
  await expectAccessible(page);
  await openDoor(page, "festival-de-primavera-en-el-parque", "Puerta perdida");
  const line = (await shop("ticket", "doors")).split("\n").find((one) => one.includes("Puerta perdida"))!;
  await shop("ticket", "close-door", line.split(" ")[0]!);
  // It hears of it when it looks again, within a quarter of a minute.
  await expect(page.getByText("Este enlace de la puerta ya no vale.")).toBeVisible({ timeout: 40_000 });
  const listed = (): Promise<number> =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const opened = indexedDB.open("escaparate.door");
          opened.addEventListener("success", () => {
            const all = opened.result.transaction("tickets").objectStore("tickets").count();
            all.addEventListener("success", () => resolve(all.result));
          });
        }),
    );
  await expect.poll(listed).toBe(0);
  await page.reload();
  await expect(page.getByText("Abre aquí el enlace de tu puerta")).toBeVisible();
});
