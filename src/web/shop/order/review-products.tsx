import { useEffect, useState } from "react";
import type { OwnReviews, ProductReview } from "../../../contract/product-reviews.ts";
import { call } from "../../client.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { Stars } from "../reviews/stars.tsx";
import ProductReviewDialog from "./product-review-dialog.tsx";

type OwnReviewEntry = OwnReviews["docs"][number];
interface Props {
  orderId: string;
  customerId: string;
  token: string;
}

/** The products of a shipped order, each with the customer's review or a button to write one. */
export default function ReviewProducts(props: Props) {
  const { entries, error, load, setReview } = useOwnReviews(props);
  const [openEntry, setOpenEntry] = useState<OwnReviewEntry | null>(null);
  if (error) return <LoadFailure title={error} onRetry={load} />;
  if (!entries || entries.length === 0) return null;
  return (
    <section id="resenas" aria-labelledby="reviews-title" className="scroll-mt-24 space-y-3">
      <h2 id="reviews-title" className="text-xl">
        ¿Qué te pareció?
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {entries.map((entry) => (
          <ProductEntry key={entry.product._id} entry={entry} onWrite={() => setOpenEntry(entry)} />
        ))}
      </ul>
      {openEntry && (
        <ProductReviewDialog
          product={openEntry.product}
          token={props.token}
          backTo={paths.order(props.orderId)}
          onClose={() => setOpenEntry(null)}
          onWritten={(review, pending) => {
            setReview(openEntry.product._id, review, pending);
            setOpenEntry(null);
          }}
        />
      )}
    </section>
  );
}

function ProductEntry({
  entry: { product, review, pending },
  onWrite: onOpenForm,
}: {
  entry: OwnReviewEntry;
  onWrite: () => void;
}) {
  const name = [product.name, product.color].filter(Boolean).join(" · ");
  return (
    <li className="flex flex-wrap items-center gap-4 p-4">
      {product.image && <img src={product.image} alt="" width={56} height={70} className="rounded-box object-cover" />}
      <div className="min-w-40 flex-1 space-y-1">
        <p className="font-semibold">{name}</p>
        {review && (
          <>
            <Stars rating={review.rating} />
            <p className="text-sm text-soft">
              {pending ? "Gracias. La verás publicada cuando la tienda la apruebe." : "Gracias por tu reseña."}
            </p>
          </>
        )}
      </div>
      {!review && (
        <Button variant="secondary" onClick={onOpenForm} aria-label={`Escribir reseña de ${name}`}>
          Escribir reseña
        </Button>
      )}
    </li>
  );
}

function useOwnReviews({ orderId, customerId, token }: Props) {
  const [entries, setEntries] = useState<OwnReviewEntry[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [retryCount, setRetryCount] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const options = { params: { id: customerId }, query: { order: orderId }, token };
    void call("listOwnReviews", options).then((outcome) => {
      if (!isCurrent) return;
      if (outcome.ok) setEntries(outcome.data.docs);
      setError(outcome.ok ? null : outcome.problem.detail);
    });
    return () => {
      isCurrent = false;
    };
  }, [orderId, customerId, token, retryCount]);
  const setReview = (productId: string, review: ProductReview, pending: boolean): void =>
    setEntries((current) =>
      (current ?? []).map((entry) => (entry.product._id === productId ? { ...entry, review, pending } : entry)),
    );
  return { entries, error, load: () => setRetryCount(retryCount + 1), setReview };
}
