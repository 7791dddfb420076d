export const sitemapPaths = {
  index: "/sitemap.xml",
  /** The pages, or the nth batch of products. */
  part: (part: "paginas" | `productos-${number}`) => `/sitemap/${part}.xml`,
};
