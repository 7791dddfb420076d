import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import { escapeHtml } from "../../../domain/escape-html.ts";
import type { PublicShop } from "../../../contract/shop.ts";
import type { Typeface } from "../../../domain/typefaces.ts";
import shopStyles from "../../app.css?url";
import { DISPLAY_FONT } from "../../ui/fonts/display-font.server.ts";
import { OFFLINE_SCRIPT } from "./worker-script.ts";

/** What the page shows of a shop. */
type OfflineShop = Pick<PublicShop, "name" | "color"> & { settings: { storefront: { typeface: Typeface } } };

/** What the page needs, so that it can be stored whole. */
export function offlineAssets({ settings }: Pick<OfflineShop, "settings">): string[] {
  const displayFont = DISPLAY_FONT[settings.storefront.typeface];
  return [shopStyles, figtree, ...(displayFont ? [displayFont] : [])];
}

/**
 * 'Sin conexión', in the shop's look. Not rendered by React: it stands at the address that could not be opened, and
 * has to work without the code of that page.
 */
export function offlinePage({ name, color, settings }: OfflineShop): string {
  const shop = escapeHtml(name);
  return `<!doctype html>
<html lang="es-MX" data-theme="${color}" data-type="${settings.storefront.typeface}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sin conexión · ${shop}</title>
<link rel="stylesheet" href="${shopStyles}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
</head>
<body>
<header class="border-b border-line">
<a href="/" class="page flex min-h-13 items-center justify-center text-center font-display text-[1.625rem] leading-tight">${shop}</a>
</header>
<main id="contenido" class="page flex flex-1 flex-col items-center justify-center gap-5 py-16 text-center" data-wait>
<h1 class="text-2xl">Sin conexión</h1>
<p class="max-w-md text-soft">No pudimos abrir esta página. Revisa tu internet: en cuanto vuelva, la abrimos por ti.</p>
<a href="" class="inline-flex min-h-12 items-center justify-center bg-ink px-6 text-sm font-medium text-paper hover:bg-ink/85">Reintentar</a>
<p class="max-w-md text-sm text-soft">Lo que apartaste en tu carrito sigue apartado hasta que termine su tiempo.</p>
</main>
<script src="${OFFLINE_SCRIPT}" defer></script>
</body>
</html>`;
}
