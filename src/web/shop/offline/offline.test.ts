import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../server/testing/test-server.ts";
import { BUILD_FOLDER, buildIfNeeded } from "../../build/build-if-needed.ts";
import { loadBuiltPages } from "../../serve.ts";
import { STORABLE_PAGE_PATTERN, renderWorkerScript } from "./worker-script.ts";

let server: TestServer;
beforeAll(async () => {
  buildIfNeeded();
  server = await startTestServer({}, (app) => loadBuiltPages(app, BUILD_FOLDER));
});
afterAll(() => server.stop());

const VERSION_PATTERN = /escaparate\.shell\.([\w-]+)/;
const fetchWorkerScript = async (key: string) => (await server.call("GET", "/sw.js", { shop: key })).text;

test.each(["/", "/products/x-1/details", "/terminos", "/aviso-de-privacidad", "/promociones"])(
  "%s may be stored in the browser",
  (path) => expect(STORABLE_PAGE_PATTERN.test(path)).toBe(true),
);

test.each([
  "/cart",
  "/cart/checkout",
  "/orders",
  "/orders/x",
  "/customer/profile",
  "/login",
  "/preventa",
  "/preventa/x",
  "/lista-de-espera",
  "/panel",
  "/vista-previa",
  "/maintenance",
  "/api/v1/products/x/details",
  "/products/x/details.data",
])("%s is never stored", (path) => expect(STORABLE_PAGE_PATTERN.test(path)).toBe(false));

describe("the service worker", () => {
  test("is a script that browsers revalidate before use, and that may only connect to its own origin", async () => {
    const { status, headers } = await server.call("GET", "/sw.js", { shop: "matriz" });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; connect-src 'self'");
  });

  test("stores at least five files, among them 'Sin conexión' and its script, which the server serves", async () => {
    const files = [...(await fetchWorkerScript("matriz")).matchAll(/"(\/[\w./-]+)"/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThanOrEqual(5);
    for (const file of files.filter((path) => path.startsWith("/sin-conexion")))
      expect([file, (await server.call("GET", file)).status]).toEqual([file, 200]);
  });

  test("has another version in each shop and with each build", async () => {
    const [headOfficeVersion, branchVersion] = [
      await fetchWorkerScript("matriz"),
      await fetchWorkerScript("norte"),
    ].map((text) => VERSION_PATTERN.exec(text)![1]);
    expect(headOfficeVersion).not.toBe(branchVersion);
    expect(VERSION_PATTERN.exec(await fetchWorkerScript("matriz"))![1]).toBe(headOfficeVersion);
    expect(renderWorkerScript("one", [])).not.toBe(renderWorkerScript("two", []));
  });
});

test("'Sin conexión' has the shop's name, is not indexed and runs no inline script", async () => {
  const { text, headers } = await server.call("GET", "/sin-conexion", { shop: "norte" });
  const { name } = await server.app.db
    .selectFrom("shops")
    .select("name")
    .where("key", "=", "norte")
    .executeTakeFirstOrThrow();
  expect(text).toContain(`<title>Sin conexión · ${name}</title>`);
  expect(headers.get("x-robots-tag")).toBe("noindex");
  expect(headers.get("content-security-policy")).toContain("script-src 'self';");
  expect(text).not.toMatch(/<script>|\son\w+=/);
});
