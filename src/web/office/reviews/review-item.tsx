import { formatDate } from "../../../domain/dates.ts";
import type { StaffReview } from "../../../server/reviews/list-for-staff.ts";
import { Badge } from "../kit/badge.tsx";

/** A review as customers see it, with what staff know about it. */
export function ReviewItem({ review, form }: { review: StaffReview; form: string }) {
  const { id, title, category, body, rate, author, createdAt, isVerified, because, shop } = review;
  return (
    <li className="flex gap-4 p-4 has-checked:bg-accent-soft">
      <input
        type="checkbox"
        name="row"
        value={id}
        form={form}
        aria-label={`Elegir «${title}»`}
        className="mt-1 size-5 shrink-0 accent-(--accent-strong)"
      />
      <article className="min-w-0 flex-1 space-y-1">
        <h2 className="font-semibold wrap-anywhere">{title}</h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          <span role="img" aria-label={`${rate} de 5 estrellas`} className="text-ink">
            {"★".repeat(rate)}
            {"☆".repeat(5 - rate)}
          </span>
          <span>{author ?? "Sin nombre"}</span>
          {isVerified && <Badge tone="success">Compró aquí</Badge>}
          <span>{category}</span>
          <span>{shop}</span>
          <span>{formatDate(createdAt)}</span>
        </p>
        <p className="wrap-anywhere whitespace-pre-line">{body}</p>
        {because && <p className="text-sm text-soft">Se ocultó: {because}</p>}
      </article>
    </li>
  );
}
