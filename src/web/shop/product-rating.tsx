import { FIT_LABEL, majorityFit, type Rating } from "../../domain/rating.ts";

/** "★ 4.6 (23)" on a card. Nothing without reviews. */
export function CardRating({ rating }: { rating: Rating | null }) {
  if (!rating) return null;
  return (
    <p className="tabular text-xs text-soft">
      <Figures rating={rating} />
    </p>
  );
}

/** The same on a product's page, with a link to its reviews and what the majority says of the fit. */
export function RatingLine({ rating, isPresale }: { rating: Rating | null; isPresale: boolean }) {
  if (!rating) return null;
  const fit = majorityFit(rating);
  return (
    <p className="tabular flex flex-wrap items-center gap-x-3 text-sm text-soft">
      {isPresale ? (
        <Figures rating={rating} />
      ) : (
        <a href="#resenas" className="inline-flex min-h-6 items-center underline-offset-4 hover:underline">
          <Figures rating={rating} />
        </a>
      )}
      {fit && <span>La mayoría dice: queda {FIT_LABEL[fit]}</span>}
    </p>
  );
}

function Figures({ rating: { average, count } }: { rating: Rating }) {
  const stars = average.toFixed(1);
  return (
    <>
      <span aria-hidden>
        <span className="text-warning">★</span> <span className="font-semibold text-ink">{stars}</span> ({count})
      </span>
      <span className="sr-only">
        {stars} de 5 estrellas, {count === 1 ? "1 reseña" : `${count} reseñas`}
      </span>
    </>
  );
}
