import { BUDGET, scriptBudget } from "../measure/budgets.ts";
import { weighLazyChunks } from "../measure/lazy-chunks.ts";
import { weighPage } from "../measure/page-weight.ts";
import { listRoutePatterns } from "./support/routes.ts";
import { expect, claimProduct, test } from "./support/shop.ts";

const port = Number(process.env.E2E_PORT);
const formatKilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;

/** Pages of a shop that is in maintenance or not open yet. In an open shop they redirect to the home page. */
const CLOSED_SHOP_PAGES = new Set(["/maintenance", "/abrimos-pronto", "/vista-previa"]);

/** Pages of the panel except sign-in. Most of them need a session. They are not weighed. */
const OTHER_PANEL_PAGES = /^\/panel(?!\/entrar)/;

test("no page loads more than its budget before the visitor does anything", async ({ request }) => {
  const product = await claimProduct(request);
  const budgetExcesses: string[] = [];
  const lines: string[] = [];
  const weigh = async (pattern: string, path: string): Promise<void> => {
    const weight = await weighPage(port, path);
    const codeBudget = scriptBudget(pattern);
    const checkBudget = (what: string, bytes: number, budgetBytes: number): void => {
      if (bytes > budgetBytes)
        budgetExcesses.push(
          `${path} loads ${formatKilobytes(bytes)} of ${what}, more than ${formatKilobytes(budgetBytes)}`,
        );
    };
    checkBudget("code", weight.scripts, codeBudget);
    checkBudget("styles", weight.styles, BUDGET.styles);
    checkBudget("fonts", weight.fonts, BUDGET.fonts);
    if (pattern === "/") checkBudget("HTML", weight.html, BUDGET.homeHtml);
    lines.push(
      `${path.padEnd(62)} code ${formatKilobytes(weight.scripts)} of ${formatKilobytes(codeBudget)} in ${weight.scriptFileCount} files, ` +
        `styles ${formatKilobytes(weight.styles)}, fonts ${formatKilobytes(weight.fonts)}, HTML ${formatKilobytes(weight.html)}`,
    );
  };
  for (const pattern of listRoutePatterns()) {
    if (CLOSED_SHOP_PAGES.has(pattern) || OTHER_PANEL_PAGES.test(pattern)) continue;
    const path = pattern
      .replace(":productId", product._id)
      .replace("*", "no-existe")
      .replaceAll(/:\w+\??/g, "x");
    await weigh(pattern, path);
  }
  await weigh("/", "/?category=vestidos");
  console.log(lines.join("\n"));
  expect(budgetExcesses).toEqual([]);
});

test("every chunk that is loaded on demand is within its budget", () => {
  const chunks = weighLazyChunks("build/client/assets");
  console.log(chunks.map(({ name, bytes }) => `${name.padEnd(40)} ${formatKilobytes(bytes)}`).join("\n"));
  expect(chunks).not.toEqual([]);
  expect(chunks.filter(({ bytes }) => bytes > BUDGET.lazyChunk)).toEqual([]);
});

test("pages and scripts are compressed; files with a hash in their name are immutable", async ({ request }) => {
  const headers = { "Accept-Encoding": "gzip, deflate, br" };
  const pageResponse = await request.get("/", { headers });
  expect(pageResponse.headers()["content-encoding"]).toBe("br");
  const files = new Set((await pageResponse.text()).match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g));
  expect(files.size).toBeGreaterThan(4);
  for (const file of files) {
    const answer = await request.get(file, { headers });
    expect(answer.headers()["cache-control"], file).toBe("public, max-age=31536000, immutable");
    const isSmall = (await answer.body()).byteLength < 1_024;
    if (!isSmall && !file.endsWith(".woff2")) expect(answer.headers()["content-encoding"], file).toBe("br");
  }
});
