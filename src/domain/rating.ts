/** How a garment fits, as customers rate it. */
export const FITS = ["SMALL", "RIGHT", "LARGE"] as const;
export type Fit = (typeof FITS)[number];

export const FIT_LABEL: Readonly<Record<Fit, string>> = { SMALL: "chica", RIGHT: "justa", LARGE: "grande" };

/** Counts of a product's shown reviews, as the database keeps them. */
export interface RatingCounts {
  count: number;
  /** The sum of their stars. */
  stars: number;
  small: number;
  right: number;
  large: number;
}

export interface Rating {
  /** With one decimal, from 1 to 5. */
  average: number;
  count: number;
  fit: { small: number; right: number; large: number };
}

/** Null without reviews. */
export function toRating({ count, stars, small, right, large }: RatingCounts): Rating | null {
  return count === 0 ? null : { average: Math.round((stars * 10) / count) / 10, count, fit: { small, right, large } };
}

/** The fewest opinions that can form a majority. */
const MIN_OPINIONS = 3;

/** The fit that more than half of the opinions name. Null without a majority (rule REVIEW-6). */
export function majorityFit({ fit: { small, right, large } }: Rating): Fit | null {
  const opinions = small + right + large;
  if (opinions < MIN_OPINIONS) return null;
  const counts = { SMALL: small, RIGHT: right, LARGE: large };
  return FITS.find((fit) => counts[fit] * 2 > opinions) ?? null;
}

/** The result of `majorityFit` as a sentence for customers. Null without a majority. */
export function majorityFitText(rating: Rating | null): string | null {
  const fit = rating && majorityFit(rating);
  return fit && `La mayoría dice: queda ${FIT_LABEL[fit]}`;
}
