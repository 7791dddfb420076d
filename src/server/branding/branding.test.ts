import { readFileSync } from "node:fs";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SHOP_COLOR_NAMES, SHOP_COLORS } from "../../domain/shop-colors.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { glyphOf, segmentsOf } from "./glyphs.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const fetchIcon = async (iconPath: string, key = "matriz") =>
  Buffer.from(await (await fetch(server.origin + iconPath, { headers: { "X-Shop": key } })).arrayBuffer());

/** The picture's width, and the colour and opacity of one pixel. `x` and `y` are fractions of the side, from 0 to 1. */
function pixelAt(png: Buffer, x: number, y: number) {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  const width = png.readUInt32BE(16);
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const offset = Math.floor(y * width) * (width * 4 + 1) + 1 + Math.floor(x * width) * 4;
  return { width, color: `#${rows.subarray(offset, offset + 3).toString("hex")}`, opacity: rows[offset + 3] };
}

test("icons have the colours of the style sheet", () => {
  const css = readFileSync(path.resolve(import.meta.dirname, "../../web/theme.css"), "utf8");
  const toSixDigits = (text: string) => (text.length === 4 ? text.replaceAll(/[^#]/g, "$&$&") : text);
  for (const name of SHOP_COLOR_NAMES) {
    const [, accent, onAccent] = new RegExp(
      `data-theme="${name}"\\] \\{\\s+--accent: (#\\w+);\\s+--on-accent: (#\\w+);`,
    ).exec(css)!;
    expect([name, toSixDigits(accent!), toSixDigits(onAccent!)]).toEqual([
      name,
      SHOP_COLORS[name].accent,
      SHOP_COLORS[name].onAccent,
    ]);
  }
});

describe("icons", () => {
  test.each([
    ["/icon-192.png", 192, 0],
    ["/icon-512.png", 512, 0],
    ["/icon-maskable-512.png", 512, 255],
    ["/apple-touch-icon.png", 180, 255],
  ])("%s is %i pixels wide, its corners have opacity %i", async (iconPath, width, opacity) => {
    const png = await fetchIcon(iconPath);
    expect(pixelAt(png, 0, 0)).toMatchObject({ width, opacity });
    expect(pixelAt(png, 0.5, 0.1)).toMatchObject({ color: SHOP_COLORS.indigo.accent, opacity: 255 });
  });

  test("each shop has its own icons, and a new colour or name changes them within seconds", async () => {
    expect(pixelAt(await fetchIcon("/icon-192.png", "norte"), 0.5, 0.1).color).toBe(SHOP_COLORS.green.accent);
    await sql`UPDATE shops SET color = 'red', name = 'Ñandú' WHERE key = 'norte'`.execute(server.app.db);
    await expect
      .poll(async () => pixelAt(await fetchIcon("/icon-192.png", "norte"), 0.5, 0.1).color, { timeout: 3_000 })
      .toBe(SHOP_COLORS.red.accent);
    expect((await fetchIcon("/icon.svg", "norte")).toString()).toContain(glyphOf("Ñ"));
  });

  test("/favicon.ico is an ICO file that contains a PNG of 32 pixels", async () => {
    const response = await server.call("GET", "/favicon.ico");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
    const ico = await fetchIcon("/favicon.ico");
    expect(ico.readUInt16LE(2)).toBe(1);
    expect(pixelAt(ico.subarray(22), 0.5, 0.1).width).toBe(32);
  });

  test.each(["", " ", "7 Leguas", "Ünder", "élite", "😀", "日本"])("the name %j has a glyph", (name) => {
    expect(segmentsOf(glyphOf(name)).length).toBeGreaterThan(0);
  });
});

test("the manifest has the shop's name, its colour and icons that exist", async () => {
  const response = await server.call("GET", "/manifest.webmanifest", { shop: "matriz" });
  expect(response.headers.get("content-type")).toContain("application/manifest+json");
  const manifest = JSON.parse(response.text);
  expect(manifest).toMatchObject({
    name: "Casa Maguey",
    short_name: "Casa Maguey",
    lang: "es-MX",
    start_url: "/",
    theme_color: SHOP_COLORS.indigo.accent,
  });
  for (const icon of manifest.icons as { src: string; type: string }[]) {
    const { status, headers } = await server.call("GET", icon.src);
    expect([icon.src, status, headers.get("content-type")]).toEqual([icon.src, 200, icon.type]);
  }
});
