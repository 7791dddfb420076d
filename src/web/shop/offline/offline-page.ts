import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import { escapeHtml } from "../../../domain/escape-html.ts";
import type { PublicShop } from "../../../contract/shop.ts";
import shopStyles from "../../app.css?url";
import instrumentSerif from "../../ui/fonts/instrument-serif-latin.woff2?url";
import { OFFLINE_SCRIPT } from "./worker-script.ts";

/** What the page needs, so that it can be stored whole. */
export const OFFLINE_ASSETS = [shopStyles, figtree, instrumentSerif];

/**
 * 'Sin conexión', in the shop's look. Not rendered by React: it stands at the address that could not be opened, and
 * has to work without the code of that page.
 */
export function offlinePage({ name, color }: Pick<PublicShop, "name" | "color">): string {
  const shop = escapeHtml(name);
  return `<!doctype html>
<html lang="es-MX" data-theme="${color}">
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
