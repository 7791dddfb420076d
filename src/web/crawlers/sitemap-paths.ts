export const sitemapPaths = {
  index: "/sitemap.xml",
  /** The part of the sitemap with the pages, or with the nth batch of products. */
  part: (part: "paginas" | `productos-${number}`) => `/sitemap/${part}.xml`,
};
