import { Link } from "react-router";
import { formatDateTime } from "../../../domain/dates.ts";
import { FIT_LABEL } from "../../../domain/rating.ts";
import type { StaffReview } from "../../../server/reviews/list-for-staff.ts";
import { Picture } from "../../ui/picture.tsx";
import { Badge } from "../kit/badge.tsx";
import { paths } from "../../paths.ts";

/** A review, with the details that only staff see. */
export function ReviewItem({ review, formId }: { review: StaffReview; formId: string }) {
  const { id, category, body, rating, author, createdAt, isVerified, hiddenReason, shop, product, fit } = review;
  const title = product ? [product.name, product.color].filter(Boolean).join(" · ") : review.title;
  return (
    <li className="flex gap-4 p-4 has-checked:bg-accent-soft">
      <input
        type="checkbox"
        name="row"
        value={id}
        form={formId}
        aria-label={`Elegir «${title}»`}
        className="mt-1 size-5 shrink-0 accent-(--accent-strong)"
      />
      <article className="min-w-0 flex-1 space-y-1">
        <h2 className="font-semibold wrap-anywhere">
          {product ? (
            <Link to={paths.product(product.id)} className="underline underline-offset-4">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          <span role="img" aria-label={`${rating} de 5 estrellas`} className="text-ink">
            {"★".repeat(rating)}
            {"☆".repeat(5 - rating)}
          </span>
          <span>{author ?? "Sin nombre"}</span>
          {isVerified && <Badge tone="success">Compró aquí</Badge>}
          {fit && <span>Le quedó {FIT_LABEL[fit]}</span>}
          {!product && <span>{category}</span>}
          <span>{shop}</span>
          <span>{formatDateTime(createdAt)}</span>
        </p>
        <p className="wrap-anywhere whitespace-pre-line">{body}</p>
        <ReviewPictures review={review} />
        {hiddenReason && <p className="text-sm text-soft">Se ocultó: {hiddenReason}</p>}
      </article>
    </li>
  );
}

/** The author's pictures, each with a link to its full size. */
function ReviewPictures({ review: { pictures, author } }: { review: StaffReview }) {
  if (pictures.length === 0) return null;
  return (
    <ul className="flex gap-2">
      {pictures.map((picture, index) => (
        <li key={picture.key} className="w-20 overflow-hidden rounded-box">
          <a href={`/pictures/${picture.key}.${picture.webp.at(-1)}.webp`} target="_blank" rel="noreferrer">
            <Picture
              picture={picture}
              sizes="80px"
              alt={`Foto ${index + 1} de ${author ?? "la reseña"}`}
              className="aspect-square object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
