import { sql } from "kysely";
import { Batcher } from "../db/batcher.ts";
import type { Db } from "../db/connect.ts";

/** What a cart shows of a product, whatever the shop: a part of its card (0140_product_cards.sql). */
export interface CartCard {
  name: string;
  color: string | null;
  is_digital: boolean;
  price_cents: number;
  wholesale_price_cents: number | null;
  style_code: string | null;
  extended1: string | null;
  extended2: string | null;
  brands: { id: string; name: string }[];
  categories: { id: string }[];
  pictures: { key: string; webp: number[] }[];
  /** The shops with a price of their own, or that a local product is sold in. */
  shops: { id: string; price_cents: number | null }[];
}

interface CachedCard {
  card: CartCard;
  /** The id of the transaction that wrote the card. */
  version: string;
  /** By `performance.now()`. */
  readAt: number;
}

/** About 1 kB each. */
const MAX_CARDS = 4_000;
/** Versions are transaction ids, which PostgreSQL reuses after 2^32. So a card is read again after this time, in ms. */
const MAX_AGE_MS = 60_000;

/** Caches the parts of product cards that new carts show. The caller passes the current version of each card. */
export class CartCardCache {
  /** By product id, in the order in which they were read. */
  private readonly cards = new Map<string, CachedCard>();
  private readonly batcher: Batcher<string, CartCard | undefined>;

  constructor(db: Db) {
    this.batcher = new Batcher((productIds) => this.read(db, productIds));
  }

  /** The card in this version or a newer one. Undefined if the product no longer exists. */
  async find(productId: string, version: string): Promise<CartCard | undefined> {
    const cachedCard = this.cards.get(productId);
    const isCurrent = cachedCard?.version === version && performance.now() - cachedCard.readAt < MAX_AGE_MS;
    return isCurrent ? cachedCard.card : this.batcher.run(productId);
  }

  private async read(db: Db, productIds: readonly string[]): Promise<(CartCard | undefined)[]> {
    const readAt = performance.now();
    const { rows } = await sql<{ id: string; version: string; card: CartCard }>`
      SELECT product_id AS id, xmin::text AS version, card FROM product_cards
      WHERE product_id = ANY (${[...new Set(productIds)]})`.execute(db);
    const cardsById = new Map(rows.map(({ id, version, card }) => [id, { version, card: toCartCard(card), readAt }]));
    for (const [id, cachedCard] of cardsById) {
      this.cards.delete(id);
      this.cards.set(id, cachedCard);
    }
    for (const id of this.cards.keys()) {
      if (this.cards.size <= MAX_CARDS) break;
      this.cards.delete(id);
    }
    return productIds.map((id) => cardsById.get(id)?.card);
  }
}

/** Only what a cart shows: a whole card is several times as large. */
function toCartCard(card: CartCard): CartCard {
  const { name, color, is_digital, price_cents, wholesale_price_cents, style_code, extended1, extended2 } = card;
  return {
    name,
    color,
    is_digital,
    price_cents,
    wholesale_price_cents,
    style_code,
    extended1,
    extended2,
    brands: card.brands.map((brand) => ({ id: brand.id, name: brand.name })),
    categories: card.categories.map(({ id }) => ({ id })),
    pictures: card.pictures.slice(0, 1).map(({ key, webp }) => ({ key, webp })),
    shops: card.shops,
  };
}
