import type { HomeSection } from "../../contract/home-sections.ts";
import type { Filters } from "../catalog/search.ts";
import { searchProducts } from "../catalog/search-products.ts";
import { toSmallCard, type SmallCardView } from "../catalog/to-small-card.ts";
import type { Shop } from "../shops/shop.ts";
import { findLook } from "./find-look.ts";
import { listQuotedReviews, type QuotedReview } from "./list-quoted-reviews.ts";
import type { CardApp } from "../catalog/product-card.ts";

/** Products in a row: one line on wide screens. */
const ROW_SIZE = 4;

type RowSection = Extract<HomeSection, { kind: "row" }>;

/** A section of the front page with what it shows. */
export type LoadedHomeSection =
  | { kind: Exclude<HomeSection["kind"], "row" | "look" | "reviews"> }
  | { kind: "row"; title: string; source: RowSection["source"]; slug: string; cards: SmallCardView[] }
  | { kind: "look"; title: string; lead: SmallCardView; cards: SmallCardView[] }
  | { kind: "reviews"; reviews: QuotedReview[] };

/**
 * The sections that are on, in the owner's order (rule HOME-1), without rows, looks and reviews that have nothing to
 * show. They are cached for a second. The cached responses of the page do not suffice, because each variant of its URL
 * has its own.
 */
export async function loadHome(
  app: CardApp,
  shop: Shop,
  sections: readonly HomeSection[],
): Promise<LoadedHomeSection[]> {
  const key = JSON.stringify(["home", shop.id, shop.unopenedView, sections]);
  return app.catalogCache.find(key, async () => {
    const now = new Date();
    const loadedSections = await Promise.all(
      sections.filter(({ shown }) => shown).map((section) => loadSection(app, shop, section, now)),
    );
    return loadedSections.filter((section) => section !== null);
  });
}

async function loadSection(
  app: CardApp,
  shop: Shop,
  section: HomeSection,
  now: Date,
): Promise<LoadedHomeSection | null> {
  switch (section.kind) {
    case "row": {
      const { title, source, slug } = section;
      const { products } = await searchProducts(app, shop, { ...rowFilters(section), page: 1, pageSize: ROW_SIZE });
      if (products.length === 0) return null;
      return { kind: "row", title, source, slug, cards: products.map((product) => toSmallCard(shop, product, now)) };
    }
    case "look": {
      const look = await findLook(app.readDb, shop, section.productId);
      if (!look) return null;
      const [lead, ...cards] = [look.lead, ...look.products].map((product) => toSmallCard(shop, product, now));
      return { kind: "look", title: section.title, lead: lead!, cards };
    }
    case "reviews": {
      const reviews = await listQuotedReviews(app.readDb, shop);
      return reviews.length === 0 ? null : { kind: "reviews", reviews };
    }
    default:
      return { kind: section.kind };
  }
}

/** The search of a row. "new" lists the newest products of the shop, whether or not they are marked as new. */
function rowFilters({ source, slug }: RowSection): Filters & { sort?: "-createdOn" } {
  switch (source) {
    case "new":
      return { sort: "-createdOn" };
    case "offers":
      return { onlyOffers: true };
    case "category":
      return { category: slug };
    case "brand":
      return { brands: [slug] };
  }
}
