import { readFileSync } from "node:fs";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SHOP_COLOR_NAMES, SHOP_COLORS } from "../../domain/shop-colors.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { glyphOf, segmentsOf } from "./glyphs.ts";

let shop: TestServer;
beforeAll(async () => {
  shop = await startTestServer();
});
afterAll(() => shop.stop());

const bytes = async (address: string, key = "matriz") =>
  Buffer.from(await (await fetch(shop.origin + address, { headers: { "X-Shop": key } })).arrayBuffer());

/** Width, and the colour of the pixel at these parts of it. */
function look(png: Buffer, x: number, y: number) {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  const width = png.readUInt32BE(16);
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const at = Math.floor(y * width) * (width * 4 + 1) + 1 + Math.floor(x * width) * 4;
  return { width, color: `#${rows.subarray(at, at + 3).toString("hex")}`, opacity: rows[at + 3] };
}

test("icons wear the colours of the style sheet", () => {
  const css = readFileSync(path.resolve(import.meta.dirname, "../../web/look.css"), "utf8");
  const hex = (text: string) => (text.length === 4 ? text.replaceAll(/[^#]/g, "$&$&") : text);
  for (const name of SHOP_COLOR_NAMES) {
    const [, accent, onAccent] = new RegExp(
      `data-theme="${name}"\\] \\{\\s+--accent: (#\\w+);\\s+--on-accent: (#\\w+);`,
    ).exec(css)!;
    expect([name, hex(accent!), hex(onAccent!)]).toEqual([name, SHOP_COLORS[name].accent, SHOP_COLORS[name].onAccent]);
  }
});

describe("icons", () => {
  test.each([
    ["/icon-192.png", 192, 0],
    ["/icon-512.png", 512, 0],
    ["/icon-maskable-512.png", 512, 255],
    ["/apple-touch-icon.png", 180, 255],
  ])("%s is %i pixels wide, its corners have opacity %i", async (address, width, opacity) => {
    const png = await bytes(address);
    expect(look(png, 0, 0)).toMatchObject({ width, opacity });
    expect(look(png, 0.5, 0.1)).toMatchObject({ color: SHOP_COLORS.indigo.accent, opacity: 255 });
  });

  test("each shop has its own, and a new colour shows at once", async () => {
    expect(look(await bytes("/icon-192.png", "norte"), 0.5, 0.1).color).toBe(SHOP_COLORS.green.accent);
    await sql`UPDATE shops SET color = 'red', name = 'Ñandú' WHERE key = 'norte'`.execute(shop.app.db);
    await expect
      .poll(async () => look(await bytes("/icon-192.png", "norte"), 0.5, 0.1).color, { timeout: 3_000 })
      .toBe(SHOP_COLORS.red.accent);
    expect((await bytes("/icon.svg", "norte")).toString()).toContain(glyphOf("Ñ"));
  });

  test("the browser that asks for /favicon.ico gets one", async () => {
    const answer = await shop.call("GET", "/favicon.ico");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
    const ico = await bytes("/favicon.ico");
    expect(ico.readUInt16LE(2)).toBe(1);
    expect(look(ico.subarray(22), 0.5, 0.1).width).toBe(32);
  });

  test.each(["", " ", "7 Leguas", "Ünder", "élite", "😀", "日本"])("the name %j has a glyph to draw", (name) => {
    expect(segmentsOf(glyphOf(name)).length).toBeGreaterThan(0);
  });
});

test("the manifest names the shop, its colour and icons that are there", async () => {
  const answer = await shop.call("GET", "/manifest.webmanifest", { shop: "matriz" });
  expect(answer.headers.get("content-type")).toContain("application/manifest+json");
  const manifest = JSON.parse(answer.text);
  expect(manifest).toMatchObject({
    name: "Casa Maguey",
    short_name: "Casa Maguey",
    lang: "es-MX",
    start_url: "/",
    theme_color: SHOP_COLORS.indigo.accent,
  });
  for (const icon of manifest.icons as { src: string; type: string }[]) {
    const { status, headers } = await shop.call("GET", icon.src);
    expect([icon.src, status, headers.get("content-type")]).toEqual([icon.src, 200, icon.type]);
  }
});
