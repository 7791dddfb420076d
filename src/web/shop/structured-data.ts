import type { PublicShop } from "../../contract/shop.ts";
import type { Crumb } from "../ui/breadcrumbs.tsx";
import { paths } from "../paths.ts";

/** The product of a product's page. */
interface ShownProduct {
  id: string;
  name: string;
  description: string;
  brand: string | null;
  color: string | null;
  priceCents: number;
  sizes: readonly { available: number }[];
  pictures: readonly { key: string; webp: readonly number[] }[];
}

/**
 * The page's structured data for search engines (schema.org), for its `meta`. React Router escapes `<`, `>` and `&` in
 * the JSON, so no product name can end the script element. Only the server renders it: call it behind
 * `import.meta.env.SSR`, which removes this code from the browser's bundle.
 */
export function structuredData(items: readonly object[]) {
  return items.map((item) => ({ "script:ld+json": item }));
}

const SCHEMA_ORG = "https://schema.org";

/** The shop and its search, for the front page only. */
export function shopData(shop: PublicShop, origin: string): object[] {
  const { company } = shop.settings;
  const homeUrl = `${origin}/`;
  return [
    {
      "@context": SCHEMA_ORG,
      "@type": "Organization",
      "@id": `${homeUrl}#organization`,
      name: shop.name,
      url: homeUrl,
      logo: new URL(shop.logo ?? "/icon-512.png", origin).href,
      ...(company.legalName && { legalName: company.legalName }),
      ...(company.address && { address: company.address }),
      ...(company.email && { email: company.email }),
      ...(company.phone && { telephone: company.phone }),
    },
    {
      "@context": SCHEMA_ORG,
      "@type": "WebSite",
      name: shop.name,
      url: homeUrl,
      inLanguage: "es-MX",
      publisher: { "@id": `${homeUrl}#organization` },
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${homeUrl}?searchTerm={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    },
  ];
}

/** The breadcrumbs of a page. The last one is the page itself and has no URL. */
export function breadcrumbData(crumbs: readonly Crumb[], origin: string): object {
  return {
    "@context": SCHEMA_ORG,
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ label, to }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      ...(to && { item: origin + to }),
    })),
  };
}

/**
 * A product with a single offer at its price, for products whose sizes are not listed, such as tickets. See
 * product-group-data.ts for the others.
 */
export function productData(product: ShownProduct, shop: PublicShop, origin: string): object {
  const url = origin + paths.product(product.id);
  const isInStock = product.sizes.some((size) => size.available > 0);
  return {
    "@context": SCHEMA_ORG,
    "@type": "Product",
    "@id": `${url}#product`,
    name: [product.name, product.color].filter(Boolean).join(" "),
    sku: product.id,
    url,
    ...(product.description && { description: product.description }),
    ...(product.brand && { brand: { "@type": "Brand", name: product.brand } }),
    ...(product.color && { color: product.color }),
    image: product.pictures.map((picture) => `${origin}/pictures/${picture.key}.${picture.webp.at(-1)}.webp`),
    offers: {
      "@type": "Offer",
      url,
      price: (product.priceCents / 100).toFixed(2),
      priceCurrency: "MXN",
      availability: `${SCHEMA_ORG}/${isInStock ? "InStock" : "OutOfStock"}`,
      itemCondition: `${SCHEMA_ORG}/NewCondition`,
      seller: { "@type": "Organization", name: shop.name },
    },
  };
}
