import { BUDGET, scriptBudget } from "../measure/budgets.ts";
import { weighLazyChunks } from "../measure/lazy-chunks.ts";
import { weighPage } from "../measure/page-weight.ts";
import { routePatterns } from "./support/routes.ts";
import { expect, takeProduct, test } from "./support/shop.ts";

const port = Number(process.env.E2E_PORT);
const inKb = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;

/** Only asked for while the shop is closed or not open yet; open, they lead to the front page. */
const CLOSED = new Set(["/maintenance", "/abrimos-pronto", "/vista-previa"]);

/** Behind the back office's door, which is weighed: nobody reads them without a session. */
const BEHIND_DOOR = /^\/panel(?!\/entrar)/;

test("no page loads more than its budget by itself", async ({ request }) => {
  const dress = await takeProduct(request);
  const over: string[] = [];
  const lines: string[] = [];
  const weigh = async (pattern: string, path: string): Promise<void> => {
    const page = await weighPage(port, path);
    const budget = scriptBudget(pattern);
    const of = (what: string, bytes: number, limit: number): void => {
      if (bytes > limit) over.push(`${path} loads ${inKb(bytes)} of ${what}, more than ${inKb(limit)}`);
    };
    of("code", page.scripts, budget);
    of("styles", page.styles, BUDGET.styles);
    of("fonts", page.fonts, BUDGET.fonts);
    if (pattern === "/") of("HTML", page.html, BUDGET.homeHtml);
    lines.push(
      `${path.padEnd(62)} code ${inKb(page.scripts)} of ${inKb(budget)} in ${page.scriptFiles} files, ` +
        `styles ${inKb(page.styles)}, fonts ${inKb(page.fonts)}, HTML ${inKb(page.html)}`,
    );
  };
  for (const pattern of routePatterns()) {
    if (CLOSED.has(pattern) || BEHIND_DOOR.test(pattern)) continue;
    const path = pattern
      .replace(":productId", dress._id)
      .replace("*", "no-existe")
      .replaceAll(/:\w+\??/g, "x");
    await weigh(pattern, path);
  }
  await weigh("/", "/?category=vestidos");
  console.log(lines.join("\n"));
  expect(over).toEqual([]);
});

test("what is fetched on demand comes in small pieces", () => {
  const chunks = weighLazyChunks("build/client/assets");
  console.log(chunks.map(({ name, bytes }) => `${name.padEnd(40)} ${inKb(bytes)}`).join("\n"));
  expect(chunks).not.toEqual([]);
  expect(chunks.filter(({ bytes }) => bytes > BUDGET.lazyChunk)).toEqual([]);
});

test("pages and code are sent packed; what has a hash in its name is kept for ever", async ({ request }) => {
  const headers = { "Accept-Encoding": "gzip, deflate, br" };
  const page = await request.get("/", { headers });
  expect(page.headers()["content-encoding"]).toBe("br");
  const files = new Set((await page.text()).match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g));
  expect(files.size).toBeGreaterThan(4);
  for (const file of files) {
    const answer = await request.get(file, { headers });
    expect(answer.headers()["cache-control"], file).toBe("public, max-age=31536000, immutable");
    const isSmall = (await answer.body()).byteLength < 1_024;
    if (!isSmall && !file.endsWith(".woff2")) expect(answer.headers()["content-encoding"], file).toBe("br");
  }
});
