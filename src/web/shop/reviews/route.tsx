import { useState } from "react";
import { Link, redirect, useNavigate, useRouteLoaderData } from "react-router";
import type { Review } from "../../../contract/reviews.ts";
import { formatDateTime } from "../../../domain/dates.ts";
import { formatAgo } from "../../../domain/format-ago.ts";
import { listShopReviews } from "../../../server/reviews/list-shop-reviews.ts";
import { toWireReviews } from "../../../server/reviews/to-wire.ts";
import { appContext, shopContext } from "../../context.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { useSession } from "../../state/session.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/notice.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { Stars } from "./stars.tsx";
import { loadable } from "../../ui/loadable.tsx";

const ReviewDialog = loadable(() => import("./review-dialog.tsx"));

const PAGE_SIZE = 12;
const RATINGS = [5, 4, 3, 2, 1] as const;
type StarRating = (typeof RATINGS)[number];

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const requestedPage = Number(query.get("page") ?? 1);
  const page = Number.isInteger(requestedPage) && requestedPage > 0 ? Math.min(requestedPage, 100_000) : 1;
  const stars = RATINGS.find((rating) => String(rating) === query.get("stars")) ?? null;
  const list = await listShopReviews(context.get(appContext), context.get(shopContext), {
    page,
    pageSize: PAGE_SIZE,
    rating: stars ?? undefined,
  });
  const reviews = toWireReviews(list, page, PAGE_SIZE);
  if (page > 1 && page > reviews.totalPages) throw redirect(paths.reviewsPage(reviews.totalPages, stars));
  return { reviews, stars, now: new Date().toISOString() };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Reseñas",
    description: "Lo que dicen nuestros clientes de sus compras.",
    path: loaderData?.reviews.page === 1 && loaderData.stars === null ? paths.reviews : undefined,
  });
}

export default function Reviews({ loaderData: { reviews, stars, now } }: Route.ComponentProps) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { session } = useSession();
  const navigate = useNavigate();
  const [isWriting, setIsWriting] = useState(false);
  const [newReviews, setNewReviews] = useState<Review[]>([]);
  const { stats } = reviews;
  const shownReviews = [
    ...newReviews.filter(
      ({ _id, rate }) => (stars ?? rate) === rate && !reviews.docs.some((listedReview) => listedReview._id === _id),
    ),
    ...reviews.docs,
  ];
  return (
    <main id="contenido" className="page flex-1 space-y-8 py-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Reseñas</h1>
        {shop.settings.management.canSell &&
          (session?.type === "registered" ? (
            <Button onClick={() => setIsWriting(true)}>Escribe tu reseña</Button>
          ) : (
            <ButtonLink to={paths.login(paths.reviews)}>Escribe tu reseña</ButtonLink>
          ))}
      </div>
      {stats.count > 0 && <Summary stats={stats} stars={stars} />}
      {stars !== null && (
        <p role="status" className="flex flex-wrap items-center gap-x-4 border-t border-line pt-4">
          {reviewCountText(reviews.totalDocs, stars)}
          <Link
            to={paths.reviews}
            preventScrollReset
            className="inline-flex min-h-11 items-center underline underline-offset-4 hover:no-underline"
          >
            Ver todas
          </Link>
        </p>
      )}
      {shownReviews.length === 0 ? (
        stars === null && (
          <EmptyState title="Aún no hay reseñas">
            <p className="text-soft">Sé la primera persona en contar cómo le fue.</p>
          </EmptyState>
        )
      ) : (
        <ul className="grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
          {shownReviews.map((review) => (
            <li key={review._id} id={`r-${review._id}`} tabIndex={-1}>
              <ReviewCard review={review} now={new Date(now)} />
            </li>
          ))}
        </ul>
      )}
      {reviews.totalPages > 1 && (
        <nav aria-label="Páginas de reseñas" className="flex items-center justify-center gap-4">
          {reviews.page > 1 && <PageLink to={paths.reviewsPage(reviews.page - 1, stars)}>Más nuevas</PageLink>}
          <span className="tabular text-sm">
            Página {reviews.page} de {reviews.totalPages}
          </span>
          {reviews.page < reviews.totalPages && (
            <PageLink to={paths.reviewsPage(reviews.page + 1, stars)}>Anteriores</PageLink>
          )}
        </nav>
      )}
      {isWriting && (
        <ReviewDialog
          onClose={() => setIsWriting(false)}
          onWritten={(review) => {
            setIsWriting(false);
            setNewReviews([review, ...newReviews]);
            if (stars !== null) void navigate(paths.reviews);
          }}
        />
      )}
    </main>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      prefetch="intent"
      className="inline-flex min-h-11 items-center rounded-box border border-edge bg-card px-4 text-sm font-semibold hover:border-ink"
    >
      {children}
    </Link>
  );
}

function ReviewCard({ review, now }: { review: Review; now: Date }) {
  const createdAt = new Date(review.createdOn);
  return (
    <article className="flex h-full flex-col gap-2 border-t border-line pt-5">
      <Stars rating={review.rate} />
      <h2 className="font-sans text-base font-semibold">{review.title}</h2>
      <p className="text-sm text-soft">{review.category}</p>
      <p className="flex-1 whitespace-pre-line wrap-break-word">{review.review}</p>
      <p className="text-sm text-soft">
        <span className="font-semibold text-ink">{review.author?.name ?? "Anónimo"}</span>
        {review.verified && " · Compra verificada"} ·{" "}
        <time dateTime={review.createdOn} title={formatDateTime(createdAt)}>
          {formatAgo(createdAt, now)}
        </time>
      </p>
    </article>
  );
}

const starsText = (stars: StarRating): string => (stars === 1 ? "1 estrella" : `${stars} estrellas`);

function reviewCountText(count: number, stars: StarRating): string {
  return `${count === 1 ? "1 reseña" : `${count.toLocaleString("es-MX")} reseñas`} con ${starsText(stars)}`;
}

type Stats = Route.ComponentProps["loaderData"]["reviews"]["stats"];

/**
 * The average, and a bar with the number of reviews for each rating. A bar with reviews is a link that lists those with
 * this rating. The bar of the listed rating is a link that lists all reviews (rule REVIEW-8).
 */
function Summary({ stats, stars }: { stats: Stats; stars: StarRating | null }) {
  return (
    <section aria-label="Resumen" className="grid max-w-2xl items-center gap-6 sm:grid-cols-[10rem_1fr]">
      <p>
        <span className="block pb-2 font-display text-3xl leading-none">{stats.average.toFixed(1)}</span>
        <Stars rating={stats.average} />
        <span className="block pt-2 text-sm text-soft">
          {stats.count === 1 ? "1 reseña" : `${stats.count.toLocaleString("es-MX")} reseñas`}
        </span>
      </p>
      <ul className="tabular text-sm">
        {RATINGS.map((rating) => {
          const count = stats.byRate[rating];
          return (
            <li key={rating}>
              {count === 0 ? (
                <span className={`${BAR_CLASS} text-soft`}>
                  <RatingBar rating={rating} count={0} share={0} />
                </span>
              ) : (
                <Link
                  to={paths.reviewsPage(1, rating === stars ? null : rating)}
                  preventScrollReset
                  aria-current={rating === stars ? "true" : undefined}
                  className={cx(BAR_CLASS, "hover:underline", rating === stars && "font-semibold")}
                >
                  <RatingBar rating={rating} count={count} share={count / stats.count} />
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const BAR_CLASS = "flex min-h-9 items-center gap-3";

function RatingBar({ rating, count, share }: { rating: StarRating; count: number; share: number }) {
  return (
    <>
      <span className="w-20">{starsText(rating)}</span>
      <span aria-hidden className="h-1.5 flex-1 bg-line">
        <span className="block h-full bg-ink" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="w-5">{count}</span>
    </>
  );
}
