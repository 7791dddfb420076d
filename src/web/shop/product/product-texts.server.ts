import type { PublicShop } from "../../../contract/shop.ts";
import { formatDateTime } from "../../../domain/dates.ts";
import { formatAgo } from "../../../domain/format-ago.ts";
import { FIT_LABEL, FITS, type Rating } from "../../../domain/rating.ts";
import type { ProductReviewRow } from "../../../server/reviews/product-review-queries.ts";
import { chatUrl, chatLabel } from "../chat-url.ts";
import type { ShownFit, ShownReview } from "./product-reviews.tsx";

/** A review as the page shows it. The server formats its texts, so that the browser needs no code for them. */
export function toShownReview(row: ProductReviewRow, now: Date): ShownReview {
  return {
    ...row,
    fit: row.fit && `Le quedó ${FIT_LABEL[row.fit]}`,
    ago: formatAgo(row.createdAt, now),
    date: formatDateTime(row.createdAt),
  };
}

/** How many customers say that the product fits small, right or large. Empty without opinions. */
export function toShownFits(rating: Rating | null): ShownFit[] {
  if (!rating) return [];
  const { small, right, large } = rating.fit;
  const opinions = { SMALL: small, RIGHT: right, LARGE: large };
  const total = small + right + large;
  if (total === 0) return [];
  return FITS.map((fit) => ({
    label: `Queda ${FIT_LABEL[fit]}`,
    count: opinions[fit],
    percent: Math.round((opinions[fit] / total) * 100),
  }));
}

/** The text about delivery beside the product. */
export function deliveryText(isDigital: boolean, arrival: string | null): string {
  if (isDigital) return "Tu boleto llega a tu correo al confirmar el pago";
  return `${arrival ?? "Enviamos a todo México"}. El envío lo ves antes de pagar`;
}

export function toChatLink({ chat, name }: PublicShop): [href: string, label: string] | null {
  return chat && [chatUrl(chat, name), chatLabel(chat)];
}
