import type { PoolConfig } from "pg";
import { sql } from "kysely";
import { loadDemo } from "../demo/load/load-demo.ts";
import { isRefusal } from "../src/domain/refusal.ts";
import { CONSOLE_ACTOR } from "../src/server/change-log/change-log.ts";
import { readConfig } from "../src/server/config.ts";
import type { Db } from "../src/server/db/connect.ts";
import { newId } from "../src/server/db/new-id.ts";
import { transact } from "../src/server/db/transact.ts";
import { openLog } from "../src/server/log.ts";
import { addPromotion, type PromotionDraft } from "../src/server/promotions/save-promotion.ts";
import { changeSetting } from "../src/server/settings/change-setting.ts";
import { insertMember } from "../src/server/staff/queries.ts";
import { openStaffSession } from "../src/server/staff/staff-sessions.ts";
import { startApp } from "../src/server/start-app.ts";
import { TEST_PROMOTION } from "../src/server/testing/test-promotion.ts";

/** A size that many shoppers want. */
export interface HotSize {
  productId: string;
  sizeId: string;
  pieces: number;
}

/** The lifetime of carts, in minutes. It is short, so that some expire during a storm. */
const CART_MINUTES = 0.2;
const HOT_SIZE_COUNT = 8;
const PIECES_PER_SIZE = 60;

/** A coupon with fewer uses than customers who want to use it. */
export const STORM_COUPON = "TORMENTA";
const MAX_COUPON_USES = 12;

/** What a storm needs of the data of its shop. */
export interface StormData {
  sizes: HotSize[];
  /** The cookie of a member of staff. */
  staffCookie: string;
}

/** Loads the demo, scarce sizes, promotions and a member of staff into a migrated database. */
export async function loadStormData(databaseConfig: PoolConfig): Promise<StormData> {
  const runningApp = await startApp(readConfig({ LOG_LEVEL: "silent" }), databaseConfig, openLog("silent"));
  const { app } = runningApp;
  try {
    await loadDemo(app);
    const shop = await app.shops.byKey("matriz");
    const outcome = await changeSetting(app, shop!, "carts.timeout", CART_MINUTES);
    if (isRefusal(outcome)) throw new Error(`carts.timeout: ${JSON.stringify(outcome)}`);
    const { rows: sizes } = await sql<HotSize>`
      SELECT p.id AS "productId", min(s.id::text) AS "sizeId", ${PIECES_PER_SIZE}::int AS pieces
      FROM products p JOIN sizes s ON s.product_id = p.id
      WHERE p.presale_id IS NULL AND NOT p.is_digital AND NOT s.is_hidden
      GROUP BY p.id ORDER BY p.id LIMIT ${HOT_SIZE_COUNT}`.execute(app.db);
    for (const { sizeId, pieces } of sizes) {
      await sql`
        WITH before AS (SELECT available FROM sizes WHERE id = ${sizeId}),
        counted AS (UPDATE sizes SET available = ${pieces} WHERE id = ${sizeId})
        INSERT INTO stock_movements (size_id, pieces, kind, reason, actor)
        SELECT ${sizeId}, ${pieces} - available, 'count', 'Inventario', 'storm' FROM before WHERE available <> ${pieces}`.execute(
        app.db,
      );
    }
    await addPromotions(app.db);
    const memberId = newId();
    const token = await transact(app.db, async (tx) => {
      const grants = [{ role: "owner" as const, shopId: null }];
      await insertMember(tx, {
        id: memberId,
        name: "Tormenta",
        email: "tormenta@ejemplo.mx",
        passwordHash: "-",
        grants,
      });
      return openStaffSession(tx, memberId, { ip: "127.0.0.1", userAgent: "storm" }, false);
    });
    return { sizes, staffCookie: `panel=${token}` };
  } finally {
    await runningApp.stop();
  }
}

/** Adds one promotion for everybody, and one with a coupon whose uses run out during a storm. */
async function addPromotions(db: Db): Promise<void> {
  const draft: PromotionDraft = {
    ...TEST_PROMOTION,
    name: "Segunda pieza al 50 %",
    rule: { kind: "bundle", group: 2, discounted: 1, bps: 5_000 },
    combines: true,
  };
  const code = { code: STORM_COUPON, maxUses: MAX_COUPON_USES };
  const coupon: PromotionDraft = { ...draft, name: "Cupón", rule: { kind: "percent", bps: 1_000 }, code };
  for (const promotion of [draft, coupon]) {
    const outcome = await addPromotion(db, promotion, CONSOLE_ACTOR);
    if (isRefusal(outcome)) throw new Error(outcome.refused);
  }
}
