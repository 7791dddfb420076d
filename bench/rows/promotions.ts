import { setTimeout as sleep } from "node:timers/promises";
import { median, formatRate } from "../figures.ts";
import { fillCatalog, listSizesToBuy } from "../fill-catalog.ts";
import { LoadProcess } from "../load-process.ts";
import type { Row } from "../table.ts";
import type { BenchShop } from "../bench-shop.ts";
import type { Measurement } from "./measurement.ts";

const PROMOTION_COUNT = 200;
const LINE_COUNT = 5;
/** How many times slower the quote may be with the promotions. */
const BUDGET_RATIO = 1.3;
const ROUND_COUNT = 5;
const ROUND_LENGTH = { ms: 1_500 };
/** The time until the shop has read the changed promotions. */
const PROMOTIONS_READ_AFTER_MS = 700;

/** The quote of a cart while 200 promotions are active, compared with the same quote without active promotions. */
export const promotions: Measurement = {
  name: "promotions",
  async measure(shop) {
    await fillCatalog(shop, 1_000);
    await insertPromotions(shop);
    const load = await LoadProcess.open({
      kind: "get",
      options: { port: shop.port, paths: [`/api/v1/carts/${await fillCart(shop)}/quote`] },
      workerCount: 8,
    });
    try {
      await load.run(ROUND_LENGTH);
      const [perSecondWithoutPromotions, perSecondWithPromotions]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUND_COUNT; round++) {
        await setPromotionsActive(shop, false);
        perSecondWithoutPromotions.push((await load.run(ROUND_LENGTH)).perSecond);
        await setPromotionsActive(shop, true);
        perSecondWithPromotions.push((await load.run(ROUND_LENGTH)).perSecond);
      }
      return [toRow(perSecondWithoutPromotions, perSecondWithPromotions)];
    } finally {
      await load.close();
    }
  },
};

/**
 * Inserts promotions that have ended: percentages and bundles that do not combine. A tenth applies to the whole shop,
 * the others to products that are not in the cart.
 */
async function insertPromotions(shop: BenchShop): Promise<void> {
  await shop.query(
    `INSERT INTO promotions (id, name, rule, scope, starts_at, ends_at, combines, created_by)
     SELECT gen_random_uuid(), 'Promoción ' || n,
       CASE WHEN n % 20 = 0 THEN '{"kind": "percent", "bps": 10}'::jsonb
         ELSE '{"kind": "bundle", "group": 3, "discounted": 1, "bps": 100}'::jsonb END,
       jsonb_build_object('productIds', CASE WHEN n % 10 = 0 THEN '[]'::jsonb ELSE jsonb_build_array(gen_random_uuid()) END,
         'styleCodes', '[]'::jsonb, 'categoryIds', '[]'::jsonb, 'brandIds', '[]'::jsonb),
       now() - interval '2 days', now() - interval '1 day', false, 'bench'
     FROM generate_series(1, $1::int) n`,
    [PROMOTION_COUNT],
  );
}

async function setPromotionsActive(shop: BenchShop, isActive: boolean): Promise<void> {
  await shop.query(`UPDATE promotions SET ends_at = now() + interval '1 day' * $1::int WHERE created_by = 'bench'`, [
    isActive ? 1 : -1,
  ]);
  await sleep(PROMOTIONS_READ_AFTER_MS);
}

async function fillCart(shop: BenchShop): Promise<string> {
  const sizes = await listSizesToBuy(shop, LINE_COUNT);
  const products = sizes.map(({ productId, sizeId }) => ({ productId, attributeId: sizeId, quantity: 1 }));
  const response = await fetch(`http://127.0.0.1:${shop.port}/api/v1/carts`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ products }),
  });
  const { cart } = (await response.json()) as { cart: { _id: string } | null };
  if (!cart) throw new Error("the cart to quote could not be filled");
  return cart._id;
}

function toRow(perSecondWithoutPromotions: readonly number[], perSecondWithPromotions: readonly number[]): Row {
  const ratio = median(perSecondWithoutPromotions.map((rate, round) => rate / perSecondWithPromotions[round]!));
  return {
    label: `quote of ${LINE_COUNT} lines with ${PROMOTION_COUNT} promotions`,
    measured: formatRate(median(perSecondWithPromotions)),
    comparedWith: `${formatRate(median(perSecondWithoutPromotions))} without`,
    ratio,
    isLowerBetter: true,
    budget: `≤ ${BUDGET_RATIO} × the time`,
    isMet: ratio <= BUDGET_RATIO,
  };
}
