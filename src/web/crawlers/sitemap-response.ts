interface SitemapEntry {
  /** Absolute URL. */
  url: string;
  /** The instant stated as `lastmod`. Of a product it is its creation (decision 9). */
  lastModifiedAt?: Date;
}

/** A sitemap of pages (`url`) or of sitemaps (`sitemap`), as defined by sitemaps.org, protocol 0.9. */
export function makeSitemapResponse(kind: "url" | "sitemap", entries: readonly SitemapEntry[]): Response {
  const root = kind === "url" ? "urlset" : "sitemapindex";
  const body = entries.map(({ url, lastModifiedAt }) => {
    const lastModElement = lastModifiedAt ? `<lastmod>${lastModifiedAt.toISOString()}</lastmod>` : "";
    return `<${kind}><loc>${url.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</loc>${lastModElement}</${kind}>\n`;
  });
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${body.join("")}</${root}>\n`,
    { headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=600" } },
  );
}
