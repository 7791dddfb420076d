import figtreeUrl from "../../ui/fonts/figtree-spanish.woff2?url";
import { escapeHtml } from "../../../domain/escape-html.ts";
import type { PublicShop } from "../../../contract/shop.ts";
import type { Typeface } from "../../../domain/typefaces.ts";
import stylesheetUrl from "../../app.css?url";
import { DISPLAY_FONT_URL } from "../../ui/fonts/display-font.server.ts";
import { OFFLINE_SCRIPT_PATH } from "./worker-script.ts";

/** The data of a shop that the page shows. */
type OfflineShop = Pick<PublicShop, "name" | "color"> & { settings: { storefront: { typeface: Typeface } } };

/** The files that 'Sin conexión' loads, except its script. The service worker stores them together with the page. */
export function listOfflineAssets({ settings }: Pick<OfflineShop, "settings">): string[] {
  const displayFont = DISPLAY_FONT_URL[settings.storefront.typeface];
  return [stylesheetUrl, figtreeUrl, ...(displayFont ? [displayFont] : [])];
}

/**
 * The HTML of 'Sin conexión', with the shop's theme. It has no React, because the browser shows it at the URL that
 * failed to load, for which it has no code.
 */
export function renderOfflinePage({ name, color, settings }: OfflineShop): string {
  const shopName = escapeHtml(name);
  return `<!doctype html>
<html lang="es-MX" data-theme="${color}" data-type="${settings.storefront.typeface}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sin conexión · ${shopName}</title>
<link rel="stylesheet" href="${stylesheetUrl}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
</head>
<body>
<header class="border-b border-line">
<a href="/" class="page flex min-h-13 items-center justify-center text-center font-display text-[1.625rem] leading-tight">${shopName}</a>
</header>
<main id="contenido" class="page flex flex-1 flex-col justify-center gap-14 py-14" data-wait>
<div class="grid gap-x-16 gap-y-10 md:grid-cols-2 lg:grid-cols-[7fr_4fr]">
<div>
<h1 class="text-3xl">Sin conexión</h1>
<p class="mt-5 max-w-md text-soft">No pudimos abrir esta página. Revisa tu internet: en cuanto vuelva, la abrimos por ti.</p>
<a href="" class="mt-8 inline-flex min-h-12 items-center justify-center bg-ink px-6 text-sm font-medium text-paper hover:bg-ink/85 max-sm:w-full">Reintentar</a>
</div>
<div class="border-t border-line pt-5">
<h2 class="text-xl">Tu carrito</h2>
<p class="mt-2 text-sm text-soft">Lo que apartaste sigue apartado hasta que termine su tiempo.</p>
</div>
</div>
<nav aria-labelledby="visited" hidden>
<h2 id="visited" class="border-b border-line pb-4 text-xl">Lo que puedes ver sin internet</h2>
<ul class="gap-x-16 md:grid md:grid-cols-2" data-visited></ul>
</nav>
</main>
<script src="${OFFLINE_SCRIPT_PATH}" defer></script>
</body>
</html>`;
}
