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
/** Version numbers are used again after some billion transactions, so a card is read again after this time, in ms. */
const MAX_AGE_MS = 60_000;

/** The product cards that the answers of new carts are made from. The caller says which version is current. */
export class CartCardCache {
  /** By product, oldest first. */
  private readonly cards = new Map<string, CachedCard>();
  private readonly batcher: Batcher<string, CartCard | undefined>;

  constructor(db: Db) {
    this.batcher = new Batcher((productIds) => this.read(db, productIds));
  }

  /** The card in this version or a newer one. Undefined if the product no longer exists. */
  async find(productId: string, version: string): Promise<CartCard | undefined> {
    const cached = this.cards.get(productId);
    const isCurrent = cached?.version === version && performance.now() - cached.readAt < MAX_AGE_MS;
    return isCurrent ? cached.card : this.batcher.run(productId);
  }

  private async read(db: Db, productIds: readonly string[]): Promise<(CartCard | undefined)[]> {
    const readAt = performance.now();
    const { rows } = await sql<{ id: string; version: string; card: CartCard }>`
      SELECT product_id AS id, xmin::text AS version, card FROM product_cards
      WHERE product_id = ANY (${[...new Set(productIds)]})`.execute(db);
    const cardsById = new Map(rows.map(({ id, version, card }) => [id, { version, card: pick(card), readAt }]));
    for (const [id, cached] of cardsById) {
      this.cards.delete(id);
      this.cards.set(id, cached);
    }
    for (const id of this.cards.keys()) {
      if (this.cards.size <= MAX_CARDS) break;
      this.cards.delete(id);
    }
    return productIds.map((id) => cardsById.get(id)?.card);
  }
}

/** Only what a cart shows: a whole card is several times as large. */
function pick(card: CartCard): CartCard {
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
