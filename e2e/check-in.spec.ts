import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { formatMexicoTime } from "../src/domain/mexico-time.ts";
import { demoId } from "../demo/load/demo-id.ts";
import { expectAccessible } from "./support/accessible.ts";
import { resolveBrowserPath } from "./support/browser.ts";
import { expect, runShopCommand, test } from "./support/shop.ts";
import { buyTickets, writeCameraVideo } from "./support/tickets.ts";

// Each test runs several commands of the command line.
test.describe.configure({ timeout: 180_000 });

/** The slugs of the demo's events that were moved to today. In the demo they are weeks away. */
const eventsOfToday = new Set<string>();

async function moveToToday(slug: string): Promise<void> {
  if (eventsOfToday.has(slug)) return;
  const at = formatMexicoTime(new Date());
  await runShopCommand("ticket", "event", demoId("product", slug), "--at", at, "--place", "Foro de prueba");
  eventsOfToday.add(slug);
}

/** Moves the event to today, except `LATER_EVENT`, and opens the link of a new scanner key for it, as a phone does. */
async function openScanner(page: Page, slug: string, name: string): Promise<void> {
  if (slug !== LATER_EVENT) await moveToToday(slug);
  const link = new URL((await runShopCommand("ticket", "door", demoId("product", slug), "--name", name)).trim());
  await page.goto(link.pathname + link.hash);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL("/boletos/validar");
}

/** An event that keeps the demo's date, which is at least 22 days away. */
const LATER_EVENT = "taller-de-tenido-con-anil";

async function typeCode(page: Page, text: string): Promise<void> {
  await page.getByLabel("Escribir código").fill(text);
  await page.keyboard.press("Enter");
}

/** The phone's last scans, newest first: 'Válido', 'Ya se usó', … */
const scans = (page: Page) => page.getByRole("region", { name: "Últimas lecturas" }).getByRole("listitem");
const result = (page: Page) => page.getByRole("region", { name: "Resultado" });

async function readEnteredCount(page: Page): Promise<number> {
  const text = await page.getByText(/^Entraron \d+ de \d+$/).textContent();
  return Number(/\d+/.exec(text!)![0]);
}

/** Waits until the service worker has cached the page, so that it loads offline. */
async function waitUntilCached(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    await navigator.serviceWorker.ready;
    return (await (await caches.open("escaparate.door")).match("/boletos/validar")) !== undefined;
  });
}

/** The service worker lets the page work without a network. */
test.use({ serviceWorkers: "allow" });

test("a typed code admits one person once; each refusal says why", async ({ page, request }) => {
  const slug = "concierto-de-ajolote-electrico";
  const { tickets } = await buyTickets(request, { slug, seat: "General" });
  const otherOrder = await buyTickets(request, { slug: "bazar-de-diseno-la-lagunita", seat: "Sábado" });
  const requestedUrls: string[] = [];
  page.on("request", (pageRequest) => requestedUrls.push(pageRequest.url()));
  await openScanner(page, slug, "Puerta norte");
  expect(requestedUrls.filter((url) => /door_|#|key=/.test(url))).toEqual([]);
  const countBefore = await readEnteredCount(page);
  await expectAccessible(page);

  const looselyTypedCode = tickets[0]!.code.toLowerCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "l");
  await typeCode(page, ` ${looselyTypedCode} `);
  await expect(scans(page).first()).toContainText("VálidoGeneral");
  await expect.poll(() => readEnteredCount(page)).toBe(countBefore + 1);
  await typeCode(page, tickets[0]!.qrText.toLowerCase());
  await expect(result(page)).toContainText("Ya se usó");
  await expect(result(page)).toContainText("por Puerta norte");
  await expect(result(page)).not.toContainText("@");
  await expectAccessible(page);

  await typeCode(page, otherOrder.tickets[0]!.qrText);
  await expect(result(page)).toContainText("De otro evento");
  await typeCode(page, tickets[0]!.qrText.slice(0, -4) + "AAAA");
  await expect(result(page)).toContainText("Desconocido");
  await expect(result(page)).toHaveCSS("background-color", "rgb(185, 28, 28)");

  await scans(page).getByRole("button", { name: "Deshacer la entrada de General" }).click();
  await expect(page.getByText("Entrada deshecha: el boleto vuelve a valer.")).toBeVisible();
  await expect(scans(page).last()).toContainText("Deshecho");
  await expect.poll(() => readEnteredCount(page)).toBe(countBefore);
});

test("a hardware scanner works without focus on the field", async ({ page, request }) => {
  const slug = "bazar-de-diseno-la-lagunita";
  const { tickets } = await buyTickets(request, { slug, seat: "Domingo" });
  await openScanner(page, slug, "Puerta con lector");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.type(`${tickets[0]!.qrText}\n`);
  await expect(scans(page).first()).toContainText("VálidoDomingo");
});

test.describe("with a camera", () => {
  let browser: Browser | undefined;
  test.afterEach(() => browser?.close());

  /** Opens a phone whose camera shows this video, or Chromium's test picture if there is none. */
  const openPhone = async (baseURL: string | undefined, video?: string): Promise<Page> => {
    browser = await chromium.launch({
      executablePath: await resolveBrowserPath(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        ...(video ? [`--use-file-for-fake-video-capture=${video}`] : []),
      ],
    });
    return browser.newPage({ baseURL, viewport: { width: 390, height: 844 } });
  };

  test("the camera reads a QR code once while it stays in view", async ({ request, baseURL }, info) => {
    const slug = "festival-de-primavera-en-el-parque";
    const { tickets } = await buyTickets(request, { slug, seat: "General" });
    const file = info.outputPath("boleto.y4m");
    writeCameraVideo(tickets[0]!, file);
    const page = await openPhone(baseURL, file);
    await openScanner(page, slug, "Puerta de cámara");
    // If the camera is already permitted it starts automatically, and the button is disabled while it starts.
    const video = page.getByLabel(/^Cámara/);
    const startButton = page.getByRole("button", { name: "Usar la cámara", disabled: false });
    await expect(async () => {
      if (await startButton.isVisible()) await startButton.click({ timeout: 1_000 });
      await expect(video).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await expect(scans(page).first()).toContainText("VálidoGeneral");
    // The valid result is hidden again, and the code that is still in view does not count as a second scan.
    await expect(result(page)).toBeHidden();
    await expect(scans(page)).toHaveCount(1);
  });

  test("a camera that opens after the page was hidden is turned off", async ({ baseURL }) => {
    const page = await openPhone(baseURL);
    await page.addInitScript(() => {
      const openCamera = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await openCamera(constraints);
        return new Promise((resolve) => window.delayedCameras.push({ stream, complete: () => resolve(stream) }));
      };
      window.delayedCameras = [];
    });
    await openScanner(page, "concierto-de-ajolote-electrico", "Puerta oculta");
    const startButton = page.getByRole("button", { name: "Usar la cámara" });
    if (await startButton.isEnabled()) await startButton.click();
    await page.waitForFunction(() => window.delayedCameras.length > 0);
    const states = await page.evaluate(async () => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
      document.dispatchEvent(new Event("visibilitychange"));
      for (const { complete } of window.delayedCameras) complete();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)));
      return window.delayedCameras.flatMap(({ stream }) => stream.getTracks().map((track) => track.readyState));
    });
    expect(new Set(states)).toEqual(new Set(["ended"]));
    await expect(page.getByLabel(/^Cámara/)).toBeHidden();
    await expect(startButton).toBeEnabled();
  });
});

declare global {
  interface Window {
    /** Cameras that the page requested. The page gets each one when the test calls `complete`. */
    delayedCameras: { stream: MediaStream; complete: () => void }[];
  }
}

test("of the shop's pages only check-in may use the camera, and its service worker controls no other page", async ({
  page,
  request,
}) => {
  const readPolicy = async (path: string) => (await request.get(path)).headers()["permissions-policy"];
  expect(await readPolicy("/boletos/validar")).toContain("camera=(self)");
  for (const path of ["/", "/boletos/otra", "/api/v1/app"]) expect(await readPolicy(path)).toContain("camera=()");
  await openScanner(page, "bazar-de-diseno-la-lagunita", "Puerta sola");
  await waitUntilCached(page);
  await page.goto("/terminos");
  await page.waitForFunction(() => "__ready" in window);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const controller = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  expect(new URL(controller!).pathname).toBe("/sw.js");
});

test("offline the scanner works, after a reload too, and sends its scans later", async ({ page, request }) => {
  const slug = "noche-de-son-y-marimba";
  const firstOrder = await buyTickets(request, { slug, seat: "General", pieces: 3 });
  const [scannedTicket, codeTicket, undoneTicket] = firstOrder.tickets;
  await openScanner(page, slug, "Puerta sur");
  const countBefore = await readEnteredCount(page);
  await waitUntilCached(page);
  await page.context().setOffline(true);
  const laterOrder = await buyTickets(request, { slug, seat: "General" });

  await typeCode(page, scannedTicket!.qrText);
  await expect(scans(page).first()).toContainText("Válido");
  await expect(page.getByText("Sin conexión: 1 lectura por sincronizar.")).toBeVisible();
  await typeCode(page, scannedTicket!.code);
  await expect(result(page)).toContainText("Ya se usó");
  await typeCode(page, codeTicket!.qrText.replace(/.{4}$/, "AAAA"));
  await expect(result(page)).toContainText("Desconocido");
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Puerta sur" })).toBeVisible();
  await typeCode(page, scannedTicket!.qrText);
  await expect(result(page)).toContainText("Ya se usó");
  await typeCode(page, codeTicket!.code);
  await expect(scans(page).first()).toContainText("Válido");
  // A ticket sold since the last synchronisation: its QR code has a signature that proves it, its typed code has none.
  await typeCode(page, laterOrder.tickets[0]!.code);
  await expect(result(page)).toContainText("Sin comprobar");
  await typeCode(page, laterOrder.tickets[0]!.qrText);
  await expect(scans(page).first()).toContainText("Válido");
  // This person is admitted by mistake, so the entry is undone.
  await typeCode(page, undoneTicket!.qrText);
  await expect(scans(page).first()).toContainText("VálidoGeneral · 3 de 3");
  await scans(page)
    .first()
    .getByRole("button", { name: /Deshacer/ })
    .click();
  await expect(scans(page).first()).toContainText("Deshecho");

  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Sincronizar" }).click();
  await expect(page.getByText("En línea.")).toBeVisible();
  await expect(scans(page).getByText("por sincronizar")).toHaveCount(0);
  await expect.poll(() => readEnteredCount(page)).toBe(countBefore + 3);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await typeCode(page, undoneTicket!.code);
  await expect(scans(page).first()).toContainText("Válido");
});

test("an offline reload keeps the number of entries, also after an entry is undone", async ({ page, request }) => {
  const slug = "bazar-de-diseno-la-lagunita";
  const { tickets } = await buyTickets(request, { slug, seat: "Sábado", pieces: 2 });
  await openScanner(page, slug, "Puerta que cuenta");
  await waitUntilCached(page);
  const countBefore = await readEnteredCount(page);
  // The server's answer to this scan raises the count, after the phone's last synchronisation.
  await typeCode(page, tickets[0]!.qrText);
  await expect.poll(() => readEnteredCount(page)).toBe(countBefore + 1);
  await page.context().setOffline(true);
  await page.reload();
  await expect.poll(() => readEnteredCount(page)).toBe(countBefore + 1);
  await scans(page)
    .getByRole("button", { name: /Deshacer/ })
    .click();
  await expect.poll(() => readEnteredCount(page)).toBe(countBefore);
  await page.reload();
  await expect.poll(() => readEnteredCount(page)).toBe(countBefore);
  await typeCode(page, tickets[1]!.qrText);
  await expect.poll(() => readEnteredCount(page)).toBe(countBefore + 1);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Sincronizar" }).click();
  await expect(scans(page).getByText("por sincronizar")).toHaveCount(0);
  await expect.poll(() => readEnteredCount(page)).toBe(countBefore + 1);
});

test("a ticket of another day shows the day, and staff admit or refuse it, online and offline", async ({
  page,
  request,
}) => {
  // Each seat is sold once, so a retry takes other seats.
  const [firstSeat, secondSeat] = [1, 2].map((number) => `Boleto A-0${number + 2 * test.info().retry}`);
  const firstOrder = await buyTickets(request, { slug: LATER_EVENT, seat: firstSeat! });
  const secondOrder = await buyTickets(request, { slug: LATER_EVENT, seat: secondSeat! });
  await openScanner(page, LATER_EVENT, "Puerta de otro día");
  await waitUntilCached(page);
  const countBefore = await readEnteredCount(page);
  await typeCode(page, firstOrder.tickets[0]!.code);
  await expect(result(page)).toContainText("Es para otro día");
  await expect(result(page)).toContainText(/Es para el .* de 20\d\d, 10:00\sa\.\sm\./);
  await expectAccessible(page);
  await result(page).getByRole("button", { name: "No entra" }).click();
  await expect.poll(() => readEnteredCount(page)).toBe(countBefore);
  await typeCode(page, firstOrder.tickets[0]!.code);
  await result(page).getByRole("button", { name: "Dejar entrar hoy" }).click();
  await expect(scans(page).first()).toContainText("Entró, de otro día");
  await expect.poll(() => readEnteredCount(page)).toBe(countBefore + 1);

  await page.context().setOffline(true);
  await page.reload();
  await typeCode(page, secondOrder.tickets[0]!.qrText);
  await expect(result(page)).toContainText("Es para otro día");
  await result(page).getByRole("button", { name: "Dejar entrar hoy" }).click();
  await expect(scans(page).first()).toContainText("Entró, de otro día");
  await expect.poll(() => readEnteredCount(page)).toBe(countBefore + 2);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Sincronizar" }).click();
  await expect(scans(page).getByText("por sincronizar")).toHaveCount(0);
  await expect.poll(() => readEnteredCount(page)).toBe(countBefore + 2);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a ticket scanned by two offline phones is reported on both once they are online", async ({
  browser,
  request,
}) => {
  const slug = "festival-de-primavera-en-el-parque";
  const { tickets } = await buyTickets(request, { slug, seat: "Jardín" });
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const [eastPage, westPage] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page];
  await openScanner(eastPage, slug, "Oriente");
  await openScanner(westPage, slug, "Poniente");
  for (const [context, page] of [
    [contexts[0]!, eastPage],
    [contexts[1]!, westPage],
  ] as [BrowserContext, Page][]) {
    await context.setOffline(true);
    await typeCode(page, tickets[0]!.qrText);
    await expect(scans(page).first()).toContainText("Válido");
  }
  const goOnline = async (context: BrowserContext, page: Page): Promise<void> => {
    await context.setOffline(false);
    await page.getByRole("button", { name: "Sincronizar" }).click();
    await expect(page.getByText("En línea.")).toBeVisible();
  };
  await goOnline(contexts[1]!, westPage);
  await expect(westPage.getByRole("alert")).toHaveCount(0);
  await goOnline(contexts[0]!, eastPage);
  const warning = /Jardín entró dos veces: Poniente, \d\d:\d\d, y Oriente, \d\d:\d\d\./;
  await expect(eastPage.getByRole("alert")).toContainText(warning);
  await westPage.getByRole("button", { name: "Sincronizar" }).click();
  await expect(westPage.getByRole("alert")).toContainText(warning);
  await expectAccessible(westPage);
  await westPage.getByRole("button", { name: "Entendido" }).click();
  await expect(westPage.getByRole("alert")).toHaveCount(0);
  expect(await runShopCommand("ticket", "conflicts", demoId("product", slug))).toMatch(
    /^YA HABÍA ENTRADO: .*en Oriente/,
  );
  await Promise.all(contexts.map((context) => context.close()));
});

test("a revoked scanner key no longer works, and the ticket list is deleted from the phone", async ({ page }) => {
  await page.goto("/boletos/validar");
  await expect(page.getByText("Abre aquí el enlace de tu puerta")).toBeVisible();
  await expectAccessible(page);
  await openScanner(page, "festival-de-primavera-en-el-parque", "Puerta perdida");
  const line = (await runShopCommand("ticket", "doors"))
    .split("\n")
    .find((outputLine) => outputLine.includes("Puerta perdida"))!;
  await runShopCommand("ticket", "close-door", line.split(" ")[0]!);
  // The next synchronisation, within 15 seconds, locks the scanner.
  await expect(page.getByText("Este enlace de la puerta ya no vale.")).toBeVisible({ timeout: 40_000 });
  const countStoredTickets = (): Promise<number> =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const openRequest = indexedDB.open("escaparate.door");
          openRequest.addEventListener("success", () => {
            const countRequest = openRequest.result.transaction("tickets").objectStore("tickets").count();
            countRequest.addEventListener("success", () => resolve(countRequest.result));
          });
        }),
    );
  await expect.poll(countStoredTickets).toBe(0);
  await page.reload();
  await expect(page.getByText("Abre aquí el enlace de tu puerta")).toBeVisible();
});
