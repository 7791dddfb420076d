import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoId } from "../../demo/load/demo-id.ts";
import { changeSetting } from "../server/settings/change-setting.ts";
import { runShopCommand, runShopCommandInOwnProcess } from "../server/testing/run-shop-command.ts";
import { startTestServer, type TestServer } from "../server/testing/test-server.ts";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "escaparate-shops-cli-"));
  server = await startTestServer({ DATA_DIR: folder });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runShopCommand(server.databaseConfig, folder, ["shops", ...args]);
/** Runs the command in a separate process, as staff do. */
const runProcess = (...args: string[]) => runShopCommandInOwnProcess(server.databaseConfig, folder, ["shops", ...args]);
const carrierIdOf = (name: string) => demoId("carrier", name);
/** A change is effective in every process within two seconds (rule SHOP-6). A busy machine may respond later. */
const SETTINGS_TIMEOUT = { timeout: 5_000 };

/** Sends `GET /api/v1/app` to the shop of this host. `fetch` cannot do so: it does not send another Host header. */
function getAppData(host: string): Promise<{ key: string; name: string; color: string; logo: string | null }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.origin);
    const appRequest = request({ hostname, port, path: "/api/v1/app", headers: { Host: host } }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("end", () => resolve(JSON.parse(text)));
    });
    appRequest.on("error", reject).end();
  });
}

test("a shop added by one command responds at its host with its own name, and the command prints the next steps", async () => {
  expect((await getAppData("bajio.mitienda.mx")).key).toBe("matriz");
  const addRun = runProcess("add", "bajio", "--name", "Casa Bajío", "--host", "Bajio.MiTienda.mx", "--color", "pink");
  expect(addRun).toMatchObject({ status: 0, stderr: "" });
  await expect
    .poll(() => getAppData("bajio.mitienda.mx"), SETTINGS_TIMEOUT)
    .toMatchObject({ name: "Casa Bajío", color: "pink" });
  expect(addRun.stdout).toContain("Casa Bajío (bajio, sucursal, pink)");
  expect(addRun.stdout).toContain("DNS: bajio.mitienda.mx");
  expect(addRun.stdout).toContain("TLS:");
  expect((await getAppData("norte.localhost")).key).toBe("norte");

  expect((await run("list")).stdout).toMatch(
    /^matriz {2}matriz {2}Casa Maguey .*\nnorte {2}sucursal .*\nbajio {2}sucursal /,
  );
  expect(await run("add", "otra", "--name", "Otra", "--host", "bajio.mitienda.mx")).toMatchObject({
    status: 1,
    stderr: "Ese host ya es de una tienda: un host lleva a una sola.\n",
  });
  expect(await run("add", "otra", "--name", "Otra", "--host", "otra.mx", "--copy-from", "nadie")).toMatchObject({
    status: 1,
    stderr: "No existe la tienda nadie.\n",
  });
  expect((await run("add", "otra", "--name", "Otra")).status).toBe(2);

  expect((await run("host", "add", "bajio", "tienda.mx", "--first")).status).toBe(0);
  await expect.poll(() => getAppData("tienda.mx"), SETTINGS_TIMEOUT).toMatchObject({ key: "bajio" });
  expect((await run("host", "remove", "bajio", "bajio.mitienda.mx")).status).toBe(0);
  await expect.poll(() => getAppData("bajio.mitienda.mx"), SETTINGS_TIMEOUT).toMatchObject({ key: "matriz" });
  expect((await run("host", "remove", "bajio", "tienda.mx")).stderr).toContain("Es su único host");
});

test("the theme of a shop is changed: its name, its banners from a file, and its logo", async () => {
  expect((await run("set", "norte", "name", "Casa del Norte")).status).toBe(0);
  const bannersPath = path.join(folder, "banners.json");
  writeFileSync(bannersPath, JSON.stringify([{ image: "/a.webp", title: "Uno", text: "Dos", url: "/" }]));
  expect(await run("set", "norte", "banners", `@${bannersPath}`)).toMatchObject({ status: 0, stderr: "" });
  await expect
    .poll(() => getAppData("norte.localhost"), SETTINGS_TIMEOUT)
    .toMatchObject({ name: "Casa del Norte", banners: [{ title: "Uno" }] });
  expect(await run("set", "norte", "color", "rojo")).toMatchObject({ status: 1 });
  expect(await run("set", "norte", "banners", "{")).toMatchObject({ status: 1, stderr: "No es JSON.\n" });

  const logoPath = path.join(folder, "logo.png");
  await sharp({ create: { width: 600, height: 200, channels: 3, background: "#008236" } }).toFile(logoPath);
  const logoRun = await run("logo", "norte", logoPath);
  expect(logoRun).toMatchObject({ status: 0, stderr: "" });
  await expect
    .poll(async () => (await getAppData("norte.localhost")).logo, SETTINGS_TIMEOUT)
    .toBe(logoRun.stdout.trim());
  expect((await server.call("GET", logoRun.stdout.trim())).headers.get("content-type")).toBe("image/webp");
  writeFileSync(logoPath, "nada");
  expect((await run("logo", "norte", logoPath)).stderr).toContain("no es una foto");
  expect((await run("logo", "norte")).status).toBe(0);
  await expect.poll(async () => (await getAppData("norte.localhost")).logo, SETTINGS_TIMEOUT).toBeNull();
});

test("the prices, products, carriers and payment texts of a shop are changed", async () => {
  const toteId = demoId("product", "bolsa-tote-de-lona-verde-olivo");
  const getToteIn = async (key: string) => (await server.call("GET", `/api/v1/products/${toteId}`, { shop: key })).json;
  expect((await run("price", "norte", toteId, "701.50")).status).toBe(0);
  await expect.poll(async () => (await getToteIn("norte")).shopPrice, SETTINGS_TIMEOUT).toBe(701.5);
  expect((await run("price", "norte", toteId, "no")).status).toBe(0);
  expect(await run("increments", "norte", "taller-coyol", "-49.50")).toMatchObject({ status: 0, stderr: "" });
  await expect.poll(async () => (await getToteIn("norte")).shopPrice, SETTINGS_TIMEOUT).toBe(349.5);
  expect((await run("increments", "norte")).stdout).toMatch(/^taller-coyol {2}-\$49\.50 {2}\S/m);
  expect((await run("increments", "norte", "nadie", "1")).stderr).toBe("No existe esa marca.\n");
  expect((await run("price", "norte", toteId, "-1")).status).toBe(2);
  expect((await run("only", toteId, "norte")).status).toBe(0);
  await expect.poll(async () => (await getToteIn("matriz")).code, SETTINGS_TIMEOUT).toBe("NOT_FOUND");
  expect((await run("only", toteId)).status).toBe(0);
  await expect.poll(async () => (await getToteIn("matriz"))._id, SETTINGS_TIMEOUT).toBe(toteId);

  const carriersRun = await run("carriers", "norte", "--withdraw", "Mensajería Exprés");
  expect(carriersRun).toMatchObject({ status: 0, stderr: "" });
  expect(carriersRun.stdout).toContain(`${carrierIdOf("insured")}  no la ofrece`);
  expect((await run("carriers", "norte", "--offer", carrierIdOf("insured"))).stdout).toContain(
    `${carrierIdOf("insured")}  la ofrece`,
  );
  expect((await run("carriers", "norte", "--withdraw", "Mula")).stderr).toBe("No existe esa paquetería.\n");
  expect((await run("payments", "norte", "--method", "TB", "--message", "Deposita en Monterrey.")).stdout).toContain(
    "TB  Transferencia Bancaria: Deposita en Monterrey.",
  );
  expect((await run("payments", "norte", "--message", "x")).status).toBe(1);
});

test("the first steps are printed, and a shop without a payment method does not open", async () => {
  expect((await run("steps", "norte")).stdout).toContain("listo      abrir la tienda\n");
  await changeSetting(server.app, await server.findShop("norte"), "payments.enabled", false);
  await changeSetting(server.app, await server.findShop("norte"), "payments.accounts", []);
  await changeSetting(server.app, await server.findShop("norte"), "management.opened", false);
  expect(await run("open", "norte")).toMatchObject({
    status: 1,
    stderr: "Antes de abrir falta: una cuenta para transferir, o Mercado Pago.\n",
  });
  await changeSetting(server.app, await server.findShop("norte"), "payments.enabled", true);
  expect(await run("open", "norte")).toMatchObject({ status: 0, stdout: expect.stringContaining("está abierta") });
  await expect
    .poll(async () => (await server.findShop("norte")).settings.management.opened, SETTINGS_TIMEOUT)
    .toBe(true);
});
