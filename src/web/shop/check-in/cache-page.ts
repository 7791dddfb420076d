/** The name of the cache with the check-in page and its code. The service worker reads it (worker/worker-script.ts). */
const CACHE_NAME = "escaparate.door";

/**
 * Makes the check-in page work without a network: registers the service worker and stores the page with all its code in
 * the browser's cache. The page is stored last, so that the code of a stored page is complete. Then the code of older
 * builds is deleted.
 */
export async function cachePage(): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in globalThis)) return;
  await navigator.serviceWorker.register("/boletos/sw.js", { scope: location.pathname });
  // The QR reader is usually loaded with the camera. It is loaded now so that it is cached, too.
  await import("qr/decode.js");
  const page = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  if (!page.ok || page.redirected) return;
  const html = await page.clone().text();
  const loadedPaths = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const referencedPaths = [...html.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path);
  const assets = new Set([...loadedPaths, ...referencedPaths].filter((path) => path.startsWith("/assets/")));
  const cache = await caches.open(CACHE_NAME);
  const storedPaths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll([...assets].filter((path) => !storedPaths.has(path)));
  await cache.put(location.pathname, page);
  for (const path of storedPaths) if (path.startsWith("/assets/") && !assets.has(path)) await cache.delete(path);
  // Requests persistent storage, so that the browser does not delete the cached page when storage space is short.
  await navigator.storage?.persist?.().catch(() => false);
}
