import { sql } from "kysely";
import { loadDemo } from "../demo/load/load-demo.ts";
import { isRefusal } from "../src/domain/refusal.ts";
import { readConfig } from "../src/server/config.ts";
import { openDb, openPool, type Db } from "../src/server/db/connect.ts";
import { startCluster, type Cluster } from "../src/server/db/embedded-postgres.ts";
import { newId } from "../src/server/db/new-id.ts";
import { transact } from "../src/server/db/transact.ts";
import { openLog } from "../src/server/log.ts";
import { changeSetting } from "../src/server/settings/change-setting.ts";
import { insertMember } from "../src/server/staff/queries.ts";
import { openStaffSession } from "../src/server/staff/staff-sessions.ts";
import { ensureDatabase, migrateAll, startApp } from "../src/server/start-app.ts";
import { startDatabaseProxy, type DatabaseProxy } from "../src/server/testing/database-proxy.ts";
import { ShopProcess } from "./processes.ts";

/** A size that shoppers fight for. */
export interface HotSize {
  productId: string;
  sizeId: string;
  pieces: number;
}

/** Carts live this long, so that some expire during a storm, in minutes. */
const CART_MINUTES = 0.2;
const HOT_SIZES = 8;
const PIECES_EACH = 60;

/** A whole shop under attack: its database, the connection to it, its processes. */
export interface StormShop {
  dataDir: string;
  proxy: DatabaseProxy;
  /** Straight to the database, past the proxy. */
  db: Db;
  address: Cluster["address"] & { database: string };
  web: ShopProcess[];
  workers: ShopProcess[];
  sizes: HotSize[];
  /** The cookie of a member of staff. */
  staffCookie: string;
  stop(): Promise<void>;
}

/** Starts the shop. `root` is the folder of its program: this repository, or a copy with one line changed. */
export async function startShop(dataDir: string, root: string, providerOrigin: string): Promise<StormShop> {
  const cluster = await startCluster({ dataDir, settings: { max_connections: "120" }, warn: () => {} });
  const address = { ...cluster.address, database: "escaparate", ...(await ensureDatabase(cluster.address)) };
  await migrateAll(address);
  const { sizes, staffCookie } = await prepare(address);
  const proxy = await startDatabaseProxy(address);
  const url = new URL("postgres://postgres@localhost/escaparate");
  url.searchParams.set("host", String(proxy.address.host));
  url.searchParams.set("port", String(proxy.address.port));
  const env = {
    DATABASE_URL: url.href,
    DATA_DIR: dataDir,
    MP_SANDBOX_URL: `${providerOrigin}/sandbox/mp`,
    RATE_LIMIT_SCALE: "1000",
  };
  const processes = ["web", "web", "worker"].map(
    (role, n) => new ShopProcess(`${role} ${n + 1}`, root, { ...env, ROLE: role }),
  );
  const db = openDb(openPool(address, 4));
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((shop) => shop.stop()));
    await db.destroy();
    await proxy.close();
    await cluster.stop();
  };
  try {
    await Promise.all(processes.map((shop) => shop.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    dataDir,
    proxy,
    db,
    address,
    web: processes.filter(({ isWorker }) => !isWorker),
    workers: processes.filter(({ isWorker }) => isWorker),
    sizes,
    staffCookie,
    stop,
  };
}

async function prepare(address: StormShop["address"]): Promise<Pick<StormShop, "sizes" | "staffCookie">> {
  const running = await startApp(readConfig({ LOG_LEVEL: "silent" }), address, openLog("silent"));
  const { app } = running;
  try {
    await loadDemo(app);
    const shop = await app.shops.byKey("matriz");
    const changed = await changeSetting(app, shop!, "carts.timeout", CART_MINUTES);
    if (isRefusal(changed)) throw new Error(`carts.timeout: ${JSON.stringify(changed)}`);
    const { rows: sizes } = await sql<HotSize>`
      SELECT p.id AS "productId", min(s.id::text) AS "sizeId", ${PIECES_EACH}::int AS pieces
      FROM products p JOIN sizes s ON s.product_id = p.id
      WHERE p.presale_id IS NULL AND NOT p.is_digital AND NOT s.is_hidden
      GROUP BY p.id ORDER BY p.id LIMIT ${HOT_SIZES}`.execute(app.db);
    for (const { sizeId, pieces } of sizes) {
      await sql`
        WITH old AS (SELECT available FROM sizes WHERE id = ${sizeId}),
        counted AS (UPDATE sizes SET available = ${pieces} WHERE id = ${sizeId})
        INSERT INTO stock_movements (size_id, pieces, kind, reason, actor)
        SELECT ${sizeId}, ${pieces} - available, 'count', 'Inventario', 'storm' FROM old WHERE available <> ${pieces}`.execute(
        app.db,
      );
    }
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
      return openStaffSession(tx, memberId, { address: "127.0.0.1", userAgent: "storm" }, false);
    });
    return { sizes, staffCookie: `panel=${token}` };
  } finally {
    await running.stop();
  }
}
