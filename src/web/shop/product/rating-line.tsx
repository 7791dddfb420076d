import { FIT_LABEL, majorityFit, type Rating } from "../../../domain/rating.ts";
import { RatingFigures } from "../product-rating.tsx";

/** The rating on a product's page, with a link to its reviews and what the majority says of the fit. */
export function RatingLine({ rating, isPresale }: { rating: Rating | null; isPresale: boolean }) {
  if (!rating) return null;
  const fit = majorityFit(rating);
  return (
    <p className="tabular flex flex-wrap items-center gap-x-3 text-sm text-soft">
      {isPresale ? (
        <RatingFigures rating={rating} />
      ) : (
        <a href="#resenas" className="inline-flex min-h-6 items-center underline-offset-4 hover:underline">
          <RatingFigures rating={rating} />
        </a>
      )}
      {fit && <span>La mayoría dice: queda {FIT_LABEL[fit]}</span>}
    </p>
  );
}
