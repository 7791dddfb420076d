/** Where the page lies for when there is no network; the worker looks there (worker/route.tsx). */
const CACHE = "escaparate.door";

/**
 * Makes the page come up without a network: the worker for its address, and the page with all its code in the browser's
 * cache. The page goes in last, so that what is there is always whole; the code of an older build goes after it.
 */
export async function cachePage(): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in globalThis)) return;
  await navigator.serviceWorker.register("/boletos/sw.js", { scope: location.pathname });
  // What the page has by now, and the QR reader, which comes with the camera.
  await import("qr/decode.js");
  const page = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  if (!page.ok || page.redirected) return;
  const html = await page.clone().text();
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const named = [...html.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path);
  const assets = new Set([...loaded, ...named].filter((path) => path.startsWith("/assets/")));
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll([...assets].filter((path) => !kept.has(path)));
  await cache.put(location.pathname, page);
  for (const path of kept) if (path.startsWith("/assets/") && !assets.has(path)) await cache.delete(path);
  // Asked for, so that the browser does not clear it when it is short of room.
  await navigator.storage?.persist?.().catch(() => false);
}
