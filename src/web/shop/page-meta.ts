import type { RootData } from "../root.tsx";

interface PageMeta {
  title: string;
  description?: string;
  /** The picture to share the page with. `url` is its path within the shop. Default: the first banner, or the icon. */
  image?: { url: string; alt: string };
  type?: "website" | "product";
  /** The canonical path of the page. Without one, search engines are asked not to index the page. */
  path?: string;
}

/**
 * The title 'Pantalla · Tienda' (rule SCREEN-6), the canonical URL, and the data for sharing the page. Only the
 * server renders these data, so browsers load no code for them. A client-side navigation does not update them.
 */
export function pageMeta(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[], page: PageMeta) {
  const root = matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
  if (!root) return [{ title: page.title }];
  const title = `${page.title} · ${root.shop.name}`;
  return [
    { title },
    page.path === undefined
      ? { name: "robots", content: "noindex, follow" }
      : { tagName: "link", rel: "canonical", href: root.origin + page.path },
    ...(import.meta.env.SSR ? sharingMeta(root, page, title) : []),
  ];
}

/** The description and the Open Graph data, which search engines and messengers show. */
function sharingMeta({ shop, origin }: RootData, page: PageMeta, title: string) {
  const description = page.description && shortenText(page.description);
  const [banner] = shop.banners;
  const image = page.image ?? (banner && { url: banner.image, alt: banner.title });
  return [
    ...(page.path === undefined ? [] : [{ property: "og:url", content: origin + page.path }]),
    ...(description
      ? [
          { name: "description", content: description },
          { property: "og:description", content: description },
        ]
      : []),
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:title", content: title },
    { property: "og:site_name", content: shop.name },
    { property: "og:locale", content: "es_MX" },
    { property: "og:image", content: new URL(image?.url ?? "/icon-512.png", origin).href },
    { property: "og:image:alt", content: image?.alt ?? shop.name },
    // X uses the Open Graph title, description and image if its own tags are missing.
    { name: "twitter:card", content: image ? "summary_large_image" : "summary" },
  ];
}

/** Shortens a text to the length that search engines show, in whole words on one line. */
function shortenText(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= 160) return line;
  return `${line.slice(0, 159).replace(/[\s.,;:]+\S*$/, "")}…`;
}
