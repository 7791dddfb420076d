import { paths } from "../../paths.ts";

/** How many reviews a page of a product's reviews has. */
const PAGE_SIZE = 6;
const MAX_PAGE = 100_000;

/** The page of reviews in the query of a product's URL (`resenas`), from 1. */
export function readReviewPage(url: string): number {
  const page = Number(new URL(url).searchParams.get("resenas") ?? 1);
  return Number.isInteger(page) && page > 0 ? Math.min(page, MAX_PAGE) : 1;
}

/** The path of a page of a product's reviews. Pages count from 1. */
export function reviewPagePath(productId: string, page: number): string {
  return `${paths.product(productId)}${page === 1 ? "" : `?resenas=${page}`}#resenas`;
}

export function reviewPageRange(page: number): { limit: number; offset: number } {
  return { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}

export function countReviewPages(reviewCount: number): number {
  return Math.ceil(reviewCount / PAGE_SIZE);
}
