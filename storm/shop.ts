import { sql } from "kysely";
import { loadDemo } from "../demo/load/load-demo.ts";
import { isRefusal } from "../src/domain/refusal.ts";
import { readConfig } from "../src/server/config.ts";
import type { PoolConfig } from "pg";
import { CONSOLE_ACTOR } from "../src/server/change-log/change-log.ts";
import type { Db } from "../src/server/db/connect.ts";
import { newId } from "../src/server/db/new-id.ts";
import { addPromotion, type PromotionDraft } from "../src/server/promotions/save-promotion.ts";
import { transact } from "../src/server/db/transact.ts";
import { openLog } from "../src/server/log.ts";
import { changeSetting } from "../src/server/settings/change-setting.ts";
import { insertMember } from "../src/server/staff/queries.ts";
import { openStaffSession } from "../src/server/staff/staff-sessions.ts";
import { TEST_PROMOTION } from "../src/server/testing/test-promotion.ts";
import { migrateAll, startApp } from "../src/server/start-app.ts";
import { startReplicatedServers, startSingleServer, toUrl, type StormDatabase } from "./database.ts";
import { startBalancer } from "./haproxy.ts";
import { ShopProcess } from "./processes.ts";

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

/** A whole shop under attack: its database and its processes. */
export interface StormShop {
  database: StormDatabase;
  webProcesses: ShopProcess[];
  workers: ShopProcess[];
  /** The origins that customers call: those of the web processes, or of the load balancer. */
  origins: string[];
  sizes: HotSize[];
  /** The cookie of a member of staff. */
  staffCookie: string;
  stop(): Promise<void>;
}

export interface ShopOptions {
  /** The folder of its data. */
  folder: string;
  /** The folder of its program: this repository, a copy with one line changed, or an earlier version. */
  root: string;
  /** Whether `root` is an earlier version, with its own migrations and demo data. */
  isEarlierVersion: boolean;
  providerOrigin: string;
  /**
   * Whether to start HAProxy, three web processes, two workers, PgBouncer, a primary and a standby. Otherwise two web
   * processes, one worker and one database server.
   */
  isCluster: boolean;
}

export async function startShop({
  folder,
  root,
  isEarlierVersion,
  providerOrigin,
  isCluster,
}: ShopOptions): Promise<StormShop> {
  const { database, prepared } = await (isCluster ? startReplicatedServers : startSingleServer)(
    folder,
    async (databaseConfig) => {
      if (isEarlierVersion) await migrateWithEarlierVersion(root, databaseConfig, folder);
      else await migrateAll(databaseConfig);
      return loadStormData(databaseConfig);
    },
  );
  const env = {
    ...database.env,
    DATA_DIR: folder,
    MP_SANDBOX_URL: `${providerOrigin}/sandbox/mp`,
    RATE_LIMIT_SCALE: "1000",
    ...(isCluster && { TRUST_PROXY: "127.0.0.1", DRAIN_SECONDS: "2" }),
  };
  const roles = isCluster ? ["web", "web", "web", "worker", "worker"] : ["web", "web", "worker"];
  const processes = roles.map((role, n) => new ShopProcess(`${role} ${n + 1}`, root, { ...env, ROLE: role }));
  const web = processes.filter(({ isWorker }) => !isWorker);
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((shopProcess) => shopProcess.stop()));
    await database.stop();
  };
  try {
    await Promise.all(processes.map((shopProcess) => shopProcess.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  const origins = web.map(({ origin }) => origin);
  const balancer = isCluster ? await startBalancer(origins) : undefined;
  return {
    database,
    webProcesses: web,
    workers: processes.filter(({ isWorker }) => isWorker),
    origins: balancer ? [balancer.origin] : origins,
    ...prepared,
    stop: async () => {
      await balancer?.stop();
      await stop();
    },
  };
}

/** Starts and stops an earlier version of the shop, which migrates the empty database and loads its demo shop. */
async function migrateWithEarlierVersion(root: string, databaseConfig: PoolConfig, folder: string): Promise<void> {
  const shop = new ShopProcess("earlier version", root, {
    DATABASE_URL: toUrl(databaseConfig),
    DATA_DIR: folder,
    ROLE: "web",
  });
  await shop.start();
  await shop.stop();
}

async function loadStormData(databaseConfig: PoolConfig): Promise<Pick<StormShop, "sizes" | "staffCookie">> {
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
