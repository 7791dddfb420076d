import { useState } from "react";
import { Link } from "react-router";
import type { Rating } from "../../../domain/rating.ts";
import { Picture, type PictureView } from "../../ui/picture.tsx";
import { Stars } from "../reviews/stars.tsx";
import { Disclosure } from "./disclosure.tsx";
import { countReviewPages, reviewPagePath } from "./review-pages.ts";

export interface ShownReview {
  id: string;
  rating: number;
  /** How the product fits the author, as a sentence. */
  fit: string | null;
  body: string;
  author: string | null;
  createdAt: Date;
  /** How long ago it was created, as text. */
  ago: string;
  /** The date and time of its creation, as text. */
  date: string;
  pictures: PictureView[];
}

/** An opinion about the fit, and how many customers have it. */
export interface ShownFit {
  label: string;
  count: number;
  percent: number;
}

interface Props {
  /** The id of the product. */
  id: string;
  rating: Rating;
  reviews: { page: number; entries: readonly ShownReview[]; fits: readonly ShownFit[] };
}

/** A page of a product's reviews, with the average and the opinions about the fit of all its reviews. */
export function ProductReviews({ id, rating, reviews: { page, entries, fits } }: Props) {
  // Only the first page number counts: a later link to page 1 must not close the reviews.
  const [open] = useState(page > 1);
  const pageCount = countReviewPages(rating.count);
  const { average, count } = rating;
  return (
    <Disclosure title={`Reseñas (${count})`} open={open}>
      <section id="resenas" aria-label="Reseñas" className="scroll-mt-36 space-y-6 text-ink">
        <Summary average={average} fits={fits} />
        {entries.length > 0 && (
          <ul className="space-y-5">
            {entries.map((review) => (
              <li key={review.id}>
                <ReviewCard review={review} />
              </li>
            ))}
          </ul>
        )}
        {(pageCount > 1 || page > pageCount) && (
          <nav aria-label="Páginas de reseñas" className="flex items-center justify-between gap-4">
            {page > 1 && <PageLink to={reviewPagePath(id, Math.min(page - 1, pageCount))}>Más nuevas</PageLink>}
            <span className="tabular">
              Página {page} de {pageCount}
            </span>
            {page < pageCount && <PageLink to={reviewPagePath(id, page + 1)}>Anteriores</PageLink>}
          </nav>
        )}
      </section>
    </Disclosure>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center rounded-box border border-edge bg-card px-4 text-sm font-semibold hover:border-ink"
    >
      {children}
    </Link>
  );
}

/** The average of the reviews, and how the product fits according to the customers who rated the fit. */
function Summary({ average, fits }: { average: number; fits: readonly ShownFit[] }) {
  return (
    <div className="space-y-4">
      <p className="flex items-center gap-3">
        <span className="tabular font-display text-2xl">{average.toFixed(1)}</span>
        <Stars rating={average} />
      </p>
      {fits.length > 0 && (
        <ul aria-label="Cómo queda" className="space-y-1.5">
          {fits.map((fit) => (
            <li key={fit.label} className="tabular flex items-center gap-3">
              <span className="w-24">{fit.label}</span>
              <span aria-hidden className="h-1.5 flex-1 bg-line">
                <span className="block h-full bg-ink" style={{ width: `${fit.percent}%` }} />
              </span>
              <span className="w-10 text-right">{fit.count}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ReviewCard({ review }: { review: ShownReview }) {
  const author = review.author ?? "Anónimo";
  return (
    <article className="flex flex-col gap-2 border-t border-line pt-5">
      <Stars rating={review.rating} />
      {review.fit && <p className="text-sm text-soft">{review.fit}</p>}
      <p className="whitespace-pre-line wrap-break-word">{review.body}</p>
      <ReviewPictures pictures={review.pictures} author={author} />
      <p className="text-sm text-soft">
        <span className="font-semibold text-ink">{author}</span>
        {" · Compra verificada · "}
        <time dateTime={review.createdAt.toISOString()} title={review.date}>
          {review.ago}
        </time>
      </p>
    </article>
  );
}

/** Small pictures that open in full size. */
function ReviewPictures({ pictures, author }: { pictures: readonly PictureView[]; author: string }) {
  if (pictures.length === 0) return null;
  return (
    <ul className="flex gap-2">
      {pictures.map((picture, index) => (
        <li key={picture.key} className="w-20 overflow-hidden rounded-box">
          <a href={`/pictures/${picture.key}.${picture.webp.at(-1)}.webp`} target="_blank" rel="noreferrer">
            <Picture
              picture={picture}
              sizes="80px"
              alt={`Foto ${index + 1} de la reseña de ${author}`}
              className="aspect-square object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
