import type { App } from "../app.ts";
import { newId } from "../db/new-id.ts";

export interface TestSize {
  sizeId: string;
  productId: string;
}

interface ProductSpec {
  pieces: number;
  priceCents?: number;
  wholesalePriceCents?: number | null;
  presaleId?: string | null;
  isDigital?: boolean;
}

/** Creates a product with one size, the size's stock, and the stock movement that explains the stock. */
export async function createTestSize(app: App, spec: ProductSpec): Promise<TestSize> {
  const productId = newId();
  const sizeId = newId();
  await app.db
    .insertInto("products")
    .values({
      id: productId,
      import_key: null,
      name: "Playera de prueba",
      description: "",
      is_digital: spec.isDigital ?? false,
      color: "Rojo",
      price_cents: spec.priceCents ?? 100_00,
      wholesale_price_cents: spec.wholesalePriceCents ?? null,
      presale_id: spec.presaleId ?? null,
      extended1: null,
      extended2: null,
    })
    .execute();
  await app.db
    .insertInto("size_names")
    .values({ id: newId(), name: "M", position: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id: sizeNameId } = await app.db
    .selectFrom("size_names")
    .select("id")
    .where("name", "=", "M")
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("sizes")
    .values({ id: sizeId, product_id: productId, size_name_id: sizeNameId, available: spec.pieces })
    .execute();
  if (spec.pieces > 0) {
    await app.db
      .insertInto("stock_movements")
      .values({
        size_id: sizeId,
        pieces: spec.pieces,
        kind: "receipt",
        reason: "Prueba",
        actor: "prueba",
        order_id: null,
      })
      .execute();
  }
  return { sizeId, productId };
}

/** The available stock of a size. */
export async function availableOf(app: App, sizeId: string): Promise<number> {
  const { available } = await app.db
    .selectFrom("sizes")
    .select("available")
    .where("id", "=", sizeId)
    .executeTakeFirstOrThrow();
  return available;
}
