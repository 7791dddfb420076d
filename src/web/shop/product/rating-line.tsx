import type { Rating } from "../../../domain/rating.ts";
import { RatingFigures } from "../rating-figures.tsx";

/**
 * The rating on a product's page, with a link to its reviews. A presale's page has no reviews and no link. `fit` is
 * what the majority says about the fit.
 */
export function RatingLine({
  rating,
  fit,
  isPresale,
}: {
  rating: Rating | null;
  fit: string | null;
  isPresale: boolean;
}) {
  if (!rating) return null;
  return (
    <p className="tabular flex flex-wrap items-center gap-x-3 text-sm text-soft">
      {isPresale ? (
        <RatingFigures rating={rating} />
      ) : (
        <a href="#resenas" className="inline-flex min-h-6 items-center underline-offset-4 hover:underline">
          <RatingFigures rating={rating} />
        </a>
      )}
      {fit && <span>{fit}</span>}
    </p>
  );
}
