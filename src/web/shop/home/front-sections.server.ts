import type { HomeSection } from "../../../contract/home-sections.ts";
import { formatLongDate } from "../../../domain/long-date.ts";
import type { App } from "../../../server/app.ts";
import type { SmallCardView } from "../../../server/catalog/to-small-card.ts";
import { findHomePreview, HOME_PREVIEW_PARAM } from "../../../server/home/home-previews.ts";
import { loadHome, type LoadedHomeSection } from "../../../server/home/load-home.ts";
import type { QuotedReview } from "../../../server/home/list-quoted-reviews.ts";
import { nearestWebpUrl } from "../../../server/pictures/picture-url.ts";
import type { Shop } from "../../../server/shops/shop.ts";
import { paths } from "../../paths.ts";

/** A review as the front page quotes it. */
export interface ReviewQuote {
  id: string;
  stars: number;
  text: string;
  author: string;
  date: string;
  product: string;
  to: string;
  /** The URL of a small file of the product's picture. */
  picture: string | null;
}

/** A section of the front page with the data and texts that the browser needs. */
export type FrontSectionData = { id: number; className?: string } & (
  | { kind: "messages" | "hero" | "categories" | "list" | "story" | "preview" | "notSelling" | "rest" }
  | { kind: "row"; title: string; to: string; cards: SmallCardView[] }
  | { kind: "look"; title: string; lead: SmallCardView; cards: SmallCardView[] }
  | { kind: "reviews"; quotes: ReviewQuote[] }
);

/**
 * The sections of the front page. `upToList` ends with the list of all products. `withinList` are shown among its
 * products, and end with the heading of the rest of the list.
 */
export interface FrontSections {
  /** "off": this page shows no messages, not even in the header. */
  messages: "on" | "off";
  upToList: FrontSectionData[];
  withinList: FrontSectionData[];
}

type SectionWithoutId = FrontSectionData extends infer Section
  ? Section extends FrontSectionData
    ? Omit<Section, "id">
    : never
  : never;

/** Whether a section is as wide as the window. Such sections at the top of the page have no distance above them. */
const isWide = ({ kind }: FrontSectionData): boolean => kind === "messages" || kind === "hero" || kind === "preview";
/** The distance between sections. */
const DISTANCE_CLASS = "mt-16 lg:mt-24";
/** The smaller distance above the category tiles, if only wide sections, such as the banners, are above them. */
const BELOW_HERO_CLASS = "mt-0.5 md:mt-8";
/** The classes of a section among the list's items. */
const WITHIN_LIST_CLASS = "col-span-full max-sm:px-4";
/** The classes of kinds that differ: a story is as wide as the window on phones, `rest` has no vertical padding. */
const WITHIN_LIST_CLASS_BY_KIND: Partial<Record<FrontSectionData["kind"], string>> = {
  story: "col-span-full py-6 lg:py-8",
  rest: WITHIN_LIST_CLASS,
};

/** The sections of the front page (rule HOME-1), or of a draft if the URL has a valid token of a preview. */
export async function loadFrontSections(app: App, shop: Shop, query: URLSearchParams): Promise<FrontSections> {
  const token = query.get(HOME_PREVIEW_PARAM);
  const draft = token === null ? null : await findHomePreview(app, shop, token);
  const sections: readonly HomeSection[] = draft ?? shop.settings.storefront.home;
  const now = new Date();
  const loadedSections = (await loadHome(app, shop, sections)).map((section, index) => ({
    id: index + 1,
    ...toFrontSection(section, now),
  }));
  const listIndex = loadedSections.findIndex(({ kind }) => kind === "list");
  const previewSections: FrontSectionData[] = draft === null ? [] : [{ id: 0, kind: "preview" }];
  const upToList = [...previewSections, ...loadedSections.slice(0, listIndex + 1)].filter((section) =>
    hasContent(section, shop),
  );
  const withinList = loadedSections.slice(listIndex + 1).filter((section) => hasContent(section, shop));
  return {
    messages: sections.some(({ kind, shown }) => kind === "messages" && shown) ? "on" : "off",
    upToList: upToList.map((section, index) => {
      const followsOnlyWide = upToList.slice(0, index).every(isWide);
      if (isWide(section)) return followsOnlyWide ? section : { ...section, className: DISTANCE_CLASS };
      return {
        ...section,
        className: `page ${followsOnlyWide && section.kind === "categories" ? BELOW_HERO_CLASS : DISTANCE_CLASS}`,
      };
    }),
    withinList: [
      ...withinList,
      ...(withinList.length > 0 ? [{ id: loadedSections.length + 1, kind: "rest" } as const] : []),
    ].map((part) => ({
      ...part,
      className: WITHIN_LIST_CLASS_BY_KIND[part.kind] ?? `${WITHIN_LIST_CLASS} py-6 lg:py-8`,
    })),
  };
}

/** Whether a section has something to show. Messages that do not move are in the header. */
function hasContent({ kind }: FrontSectionData, { settings, banners }: Shop): boolean {
  if (kind === "messages") return settings.storefront.messages === "marquee";
  return kind !== "story" || banners.some(({ place }) => place === "story");
}

function toFrontSection(section: LoadedHomeSection, now: Date): SectionWithoutId {
  switch (section.kind) {
    case "row":
      return { kind: "row", title: section.title, to: rowPath(section), cards: section.cards };
    case "reviews":
      return { kind: "reviews", quotes: section.reviews.map((review) => toReviewQuote(review, now)) };
    default:
      return section;
  }
}

/** The path of the list whose first products a row shows. */
function rowPath({ source, slug }: Extract<LoadedHomeSection, { kind: "row" }>): string {
  switch (source) {
    case "new":
      return paths.home({ sort: "-createdOn" });
    case "offers":
      return paths.home({ offer: true });
    case "category":
      return paths.home({ category: slug });
    case "brand":
      return paths.home({ brand: [slug] });
  }
}

/** The maximum number of characters of a quote. */
const MAX_QUOTE_LENGTH = 150;

function toReviewQuote(
  { rating, body, author, createdAt, productId, productName, ...review }: QuotedReview,
  now: Date,
): ReviewQuote {
  return {
    id: review.id,
    stars: rating,
    text: shorten(body),
    author: author ?? "Compra verificada",
    date: formatLongDate(createdAt, now).replace(/^\S+ /, ""),
    product: productName,
    to: `${paths.product(productId)}#resenas`,
    picture: review.picture && nearestWebpUrl(review.picture, 112),
  };
}

/** Shortens a text after a whole word. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= MAX_QUOTE_LENGTH) return line;
  return `${line.slice(0, MAX_QUOTE_LENGTH).replace(/[\s,.;:]*\S*$/, "")}…`;
}
