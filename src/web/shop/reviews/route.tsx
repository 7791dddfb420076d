import { useState } from "react";
import { Link, useRouteLoaderData } from "react-router";
import type { Review } from "../../../contract/reviews.ts";
import { formatAgo, formatDate } from "../../../domain/dates.ts";
import { listReviews } from "../../../server/reviews/list-reviews.ts";
import { toWireReviews } from "../../../server/reviews/to-wire.ts";
import { appContext, shopContext } from "../../context.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { useSession } from "../../state/session.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/notice.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { Stars } from "./stars.tsx";
import { loadable } from "../../ui/loadable.tsx";

const ReviewDialog = loadable(() => import("./review-dialog.tsx"));

const PAGE_SIZE = 12;
const RATINGS = ["5", "4", "3", "2", "1"] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const requested = Number(new URL(request.url).searchParams.get("page") ?? 1);
  const page = Number.isInteger(requested) && requested > 0 ? Math.min(requested, 100_000) : 1;
  const list = await listReviews(context.get(appContext), context.get(shopContext), page, PAGE_SIZE);
  return { reviews: toWireReviews(list, page, PAGE_SIZE), now: new Date().toISOString() };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Reseñas",
    description: "Lo que dicen nuestros clientes de sus compras.",
    path: loaderData?.reviews.page === 1 ? paths.reviews : undefined,
  });
}

export default function Reviews({ loaderData: { reviews, now } }: Route.ComponentProps) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { session } = useSession();
  const [isWriting, setIsWriting] = useState(false);
  const [ownReviews, setOwnReviews] = useState<Review[]>([]);
  const { stats } = reviews;
  const allReviews = [
    ...ownReviews.filter((review) => !reviews.docs.some(({ _id }) => _id === review._id)),
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
      {stats.count > 0 && <Summary stats={stats} />}
      {allReviews.length === 0 ? (
        <Empty title="Aún no hay reseñas">
          <p className="text-soft">Sé la primera persona en contar cómo le fue.</p>
        </Empty>
      ) : (
        <ul className="grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
          {allReviews.map((review) => (
            <li key={review._id} id={`r-${review._id}`} tabIndex={-1}>
              <ReviewCard review={review} now={new Date(now)} />
            </li>
          ))}
        </ul>
      )}
      {reviews.totalPages > 1 && (
        <nav aria-label="Páginas de reseñas" className="flex items-center justify-center gap-4">
          {reviews.page > 1 && <PageLink page={reviews.page - 1}>Más nuevas</PageLink>}
          <span className="tabular text-sm">
            Página {reviews.page} de {reviews.totalPages}
          </span>
          {reviews.page < reviews.totalPages && <PageLink page={reviews.page + 1}>Anteriores</PageLink>}
        </nav>
      )}
      {isWriting && (
        <ReviewDialog
          onClose={() => setIsWriting(false)}
          onWritten={(review) => {
            setIsWriting(false);
            setOwnReviews([review, ...ownReviews]);
          }}
        />
      )}
    </main>
  );
}

function PageLink({ page, children }: { page: number; children: string }) {
  return (
    <Link
      to={page === 1 ? paths.reviews : `${paths.reviews}?page=${page}`}
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
        <time dateTime={review.createdOn} title={formatDate(createdAt)}>
          {formatAgo(createdAt, now)}
        </time>
      </p>
    </article>
  );
}

function Summary({ stats }: { stats: Route.ComponentProps["loaderData"]["reviews"]["stats"] }) {
  return (
    <section aria-label="Resumen" className="grid max-w-md items-center gap-6 sm:grid-cols-[10rem_1fr]">
      <p>
        <span className="block pb-2 font-display text-3xl leading-none">{stats.average.toFixed(1)}</span>
        <Stars rating={stats.average} />
        <span className="block text-sm text-soft">
          {stats.count === 1 ? "1 reseña" : `${stats.count.toLocaleString("es-MX")} reseñas`}
        </span>
      </p>
      <ul className="space-y-1.5">
        {RATINGS.map((rating) => (
          <li key={rating} className="tabular flex items-center gap-3 text-sm">
            <span className="w-20">{rating === "1" ? "1 estrella" : `${rating} estrellas`}</span>
            <span aria-hidden className="h-1.5 flex-1 bg-line">
              <span
                className="block h-full bg-ink"
                style={{ width: `${(stats.byRate[rating] / stats.count) * 100}%` }}
              />
            </span>
            <span className="w-5">{stats.byRate[rating]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
