import type { Hono } from "hono";
import type { HttpEnv } from "../api/env.ts";
import type { Shop } from "../shops/shop.ts";
import { iconPng, iconSvg } from "./draw-icon.ts";
import { manifestOf } from "./manifest.ts";
import { wrapInIco } from "./png.ts";

const ICONS: Record<string, { type: string; draw(shop: Shop): Buffer }> = {
  "/icon.svg": { type: "image/svg+xml", draw: (shop) => Buffer.from(iconSvg(shop)) },
  "/icon-192.png": { type: "image/png", draw: (shop) => iconPng(shop, 192) },
  "/icon-512.png": { type: "image/png", draw: (shop) => iconPng(shop, 512) },
  "/icon-maskable-512.png": { type: "image/png", draw: (shop) => iconPng(shop, 512, { full: true }) },
  "/apple-touch-icon.png": { type: "image/png", draw: (shop) => iconPng(shop, 180, { full: true }) },
  "/favicon.ico": { type: "image/x-icon", draw: (shop) => wrapInIco(iconPng(shop, 32), 32) },
};

/**
 * Each shop's icons and manifest, in its own name and colour. Also served during maintenance, whose page shows them.
 */
export function bindBranding(hono: Hono<HttpEnv>): void {
  // Drawing takes some milliseconds. A drawn icon is valid until the shop's name or colour changes.
  const cachedIcons = new Map<string, { version: string; body: Buffer }>();
  for (const [path, { type, draw }] of Object.entries(ICONS)) {
    hono.get(path, (context) => {
      const { shop } = context.var;
      const version = `${shop.color} ${shop.name}`;
      let icon = cachedIcons.get(shop.id + path);
      if (icon?.version !== version) cachedIcons.set(shop.id + path, (icon = { version, body: draw(shop) }));
      context.set("cacheable", { productIds: [] });
      return respond(icon.body, type);
    });
  }
  hono.get("/manifest.webmanifest", (context) => {
    context.set("cacheable", { productIds: [] });
    return respond(JSON.stringify(manifestOf(context.var.shop)), "application/manifest+json; charset=utf-8");
  });
}

function respond(body: string | Buffer, type: string): Response {
  return new Response(body as BodyInit, {
    headers: { "Content-Type": type, "Cache-Control": "public, max-age=3600", Vary: "Host, X-Shop" },
  });
}
