import path from "node:path";
import pg, { type PoolConfig } from "pg";
import type { Files } from "./adapters/files/files.ts";
import { diskFiles } from "./adapters/files/disk-files.ts";
import { s3Files } from "./adapters/files/s3-files.ts";
import { CdnPurger } from "./adapters/cdn/cdn-purger.ts";
import { httpCdn } from "./adapters/cdn/http-cdn.ts";
import { openPac } from "./adapters/pac/open-pac.ts";
import { hasCarrierSandbox, findOrCreateSandboxToken } from "./adapters/sandbox-token.ts";
import { SANDBOX_PAC_PASSWORD } from "./adapters/pac/sandbox/credentials.ts";
import { SANDBOX_ACCESS_TOKEN } from "./adapters/payments/sandbox/credentials.ts";
import { SANDBOX_CARRIER_TOKEN } from "./adapters/carriers/sandbox/carrier-sandbox.ts";
import { openPacSandbox } from "./adapters/pac/sandbox/pac-sandbox.ts";
import { MercadoPago } from "./adapters/payments/mercado-pago.ts";
import { openSandboxMailbox } from "./adapters/mail/sandbox-mailbox.ts";
import { smtpMailer } from "./adapters/mail/mailer.ts";
import { openMercadoPagoSandbox } from "./adapters/payments/sandbox/mercado-pago-sandbox.ts";
import type { App, ReplicaWithApp } from "./app.ts";
import { CartCardCache } from "./cart/card-cache.ts";
import { CartReader } from "./cart/cart-reader.ts";
import { releaseExpiredCarts } from "./cart/release-expired.ts";
import { CartLineNames } from "./cart/cart-line-names.ts";
import { ReservationBatcher } from "./cart/reservation-batcher.ts";
import { CatalogCache } from "./catalog/catalog-cache.ts";
import { ProductRowCache } from "./catalog/product-row-cache.ts";
import { SearchResultCache } from "./catalog/search-result-cache.ts";
import { ProductChangeTracker, watchProductChanges, type ProductChanges } from "./db/product-change-tracker.ts";
import { InvalidConfig, type Config } from "./config.ts";
import { configForRequests, type DatabaseConfig } from "./db/database-config.ts";
import { GENERIC_PLAN_SETTINGS, openDb, openGenericPlanDb, openPool } from "./db/connect.ts";
import { FolderInUse } from "./db/cluster-lock.ts";
import { findRunningCluster, startCluster, type ServerConfig } from "./db/embedded-postgres.ts";
import { migrate } from "./db/migrate.ts";
import { parseDatabaseUrl } from "./db/parse-database-url.ts";
import { Replica } from "./db/replica.ts";
import { storeRoleSettings } from "./db/role-settings.ts";
import { migrateJobs } from "./job-worker.ts";
import { shopTag } from "./http/cdn-headers.ts";
import { IdempotencyStore } from "./http/idempotency-store.ts";
import type { Log } from "./log.ts";
import { StockTotal } from "./holding/stock-total.ts";
import { SourceHasher } from "./holding/source-hasher.ts";
import { FailedAttemptLimiter } from "./limits/failed-attempt-limiter.ts";
import { AccessCodeVerifier } from "./presale-access/access-code-verifier.ts";
import { WaitingRoomCache } from "./presale/waiting-room/waiting-room-cache.ts";
import { SalesReportCache } from "./orders/sales-report.ts";
import { VisitorQueue } from "./presale/waiting-room/visitor-queue.ts";
import { SharedLimits } from "./limits/shared-limits.ts";
import { InvalidSignatureCounter } from "./payments/invalid-signature-counter.ts";
import { WebhookInbox } from "./payments/webhook-inbox.ts";
import { PdfThread } from "./pdf/pdf-thread.ts";
import { PictureProcessor } from "./pictures/picture-processor.ts";
import { PasswordHasher } from "./sessions/password.ts";
import { publicOrigin } from "./shops/public-origin.ts";
import { ShopDirectory, watchShops } from "./shops/shop-directory.ts";

/** The maximum connections of the embedded server with one web process: for it, the command line and audits. */
const MAX_CONNECTIONS_OF_ONE_PROCESS = 60;
const CONNECTIONS_OF_A_FURTHER_PROCESS = 20;
const POOL_SIZE = 8;
const GENERIC_PLAN_POOL_SIZE = 8;
const DATABASE_NAME = "escaparate";
/** The folder of public pictures, in DATA_DIR or in the bucket. */
const PICTURES_FOLDER = "pictures";
/** The folder of private files (`App.privateFiles`) in DATA_DIR or in the bucket, whose policy must keep it private. */
const PRIVATE_FILES_FOLDER = "receipts";

export interface RunningApp {
  app: App;
  stop(): Promise<void>;
}

/** How to connect to the shop's database, and a function that releases it. */
export interface OpenedDatabase {
  databaseConfig: DatabaseConfig;
  close(): Promise<void>;
}

/**
 * The database of this configuration: `DATABASE_URL`, or the embedded server in `DATA_DIR`, which is started here. If
 * another process runs or is starting the embedded server, `useRunningServer` uses that one, for the command line
 * beside a running shop.
 */
export async function openDatabase(
  config: Config,
  log: Log,
  { useRunning: useRunningServer = false } = {},
): Promise<OpenedDatabase> {
  if (config.databaseUrl)
    return { databaseConfig: readDatabaseConfig(config, config.databaseUrl), close: async () => {} };
  const runningServer = useRunningServer ? await findRunningCluster(config.dataDir) : undefined;
  if (runningServer) return { databaseConfig: await ensureDatabase(runningServer), close: async () => {} };
  try {
    const cluster = await startCluster({
      dataDir: config.dataDir,
      settings: {
        max_connections: String(
          MAX_CONNECTIONS_OF_ONE_PROCESS + (config.webProcesses - 1) * CONNECTIONS_OF_A_FURTHER_PROCESS,
        ),
      },
      warn: (message) => log.warn(message),
    });
    return { databaseConfig: await ensureDatabase(cluster.serverConfig), close: () => cluster.stop() };
  } catch (error) {
    if (!useRunningServer || !(error instanceof FolderInUse)) throw error;
    const startedServer = await waitForCluster(config.dataDir);
    if (!startedServer) throw error;
    return { databaseConfig: await ensureDatabase(startedServer), close: async () => {} };
  }
}

function readDatabaseConfig({ databaseDirectUrl }: Config, databaseUrl: string): DatabaseConfig {
  const databaseConfig = parseDatabaseUrl(databaseUrl);
  if (databaseDirectUrl === null) return databaseConfig;
  return { ...parseDatabaseUrl(databaseDirectUrl), pooler: { ...databaseConfig, isPooler: true } };
}

/** Waits for the embedded server that another process is starting. Undefined if it does not run after 20 seconds. */
async function waitForCluster(dataDir: string): Promise<ServerConfig | undefined> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const runningServer = await findRunningCluster(dataDir);
    if (runningServer) return runningServer;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return undefined;
}

/** Creates the shop's database in an embedded server if it is missing. */
export async function ensureDatabase(server: ServerConfig, database = DATABASE_NAME): Promise<PoolConfig> {
  const client = new pg.Client({ ...server, database: "postgres" });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`).catch(ignoreDuplicate);
  } finally {
    await client.end();
  }
  return { ...server, database };
}

function ignoreDuplicate(error: { code?: string }): void {
  if (error.code !== "42P04" && error.code !== "23505") throw error;
}

/**
 * Migrates the shop's tables, then those of the job runner, and stores the session settings of the role if there is a
 * pooler. Returns the names of the applied migrations.
 */
export async function migrateAll(databaseConfig: DatabaseConfig): Promise<string[]> {
  try {
    const appliedMigrations = await migrate(databaseConfig);
    await migrateJobs(databaseConfig);
    if (databaseConfig.pooler) await storeRoleSettings(databaseConfig);
    return appliedMigrations;
  } catch (error) {
    // With this error, PgBouncer refuses a connection whose startup message sets session values.
    if (!/unsupported startup parameter/.test((error as Error).message)) throw error;
    throw new InvalidConfig(
      "DATABASE_URL es un pooler en modo transacción (PgBouncer): escribe en DATABASE_DIRECT_URL la dirección del propio PostgreSQL.",
    );
  }
}

/** Builds the App on a migrated database. `stop` releases everything but the database itself. */
export async function startApp(config: Config, databaseConfig: DatabaseConfig, log: Log): Promise<RunningApp> {
  const requestConfig = configForRequests(databaseConfig);
  const pool = openPool(requestConfig, POOL_SIZE);
  const db = openDb(pool);
  const genericPlanPool = openPool(requestConfig, GENERIC_PLAN_POOL_SIZE, GENERIC_PLAN_SETTINGS);
  const genericPlanDb = openGenericPlanDb(genericPlanPool);
  const productChanges = new ProductChangeTracker();
  watchProductChanges(pool, productChanges);
  watchProductChanges(genericPlanPool, productChanges);
  const purger = config.cdn && new CdnPurger(httpCdn(config.cdn), log);
  if (purger) productChanges.onChange = (keys) => purger.purgeProducts(keys);
  const shops = new ShopDirectory(db, config.defaultShopKey, log);
  if (purger) shops.onChange = (shopIds) => purger.purge(shopIds.map(shopTag));
  const shopWatcher = watchShops(databaseConfig, shops);
  const mailbox = config.smtpUrl ? undefined : await openSandboxMailbox(db, log);
  const mail = smtpMailer(config.smtpUrl ?? mailbox!.smtpUrl, config.mailFrom);
  const sandboxToken = await findOrCreateSandboxToken(config, db);
  const accessToken = config.mercadoPago.isReal
    ? config.mercadoPago.accessToken
    : (sandboxToken ?? SANDBOX_ACCESS_TOKEN);
  const mercadoPagoSandbox =
    config.mercadoPago.isReal || config.mercadoPago.sandboxUrl !== null
      ? null
      : await openMercadoPagoSandbox(db, log, accessToken);
  const reservations = new ReservationBatcher(genericPlanPool, (sizeIds) => releaseExpiredCarts(db, { sizeIds }));
  const failedAttempts = new FailedAttemptLimiter(genericPlanDb, config.rateLimitScale);
  const app: App = {
    config,
    log,
    db,
    readDb: db,
    genericPlanReadDb: genericPlanDb,
    replica: null,
    genericPlanDb,
    databaseConfig,
    shops,
    reservations,
    carts: new CartReader(genericPlanDb),
    cartCards: new CartCardCache(genericPlanDb),
    cartLineNames: new CartLineNames(genericPlanDb),
    idempotency: new IdempotencyStore(genericPlanDb),
    productChanges,
    catalogCache: new CatalogCache(),
    searchResults: new SearchResultCache(productChanges),
    productRows: new ProductRowCache(productChanges),
    passwords: new PasswordHasher(),
    limits: new SharedLimits(genericPlanPool, config.rateLimitScale),
    failedAttempts,
    sourceHasher: new SourceHasher(genericPlanDb, config.staffKeys),
    stockTotal: new StockTotal(db),
    accessCodes: new AccessCodeVerifier(genericPlanDb, failedAttempts),
    waitingRooms: new WaitingRoomCache(genericPlanDb),
    salesReports: new SalesReportCache(db, () => app.replica?.replica.findDb()),
    visitorQueue: new VisitorQueue(genericPlanDb, config.rateLimitScale),
    mail,
    pac: openPac(config.pac, { ownOrigin: () => app.ownOrigin, password: sandboxToken ?? SANDBOX_PAC_PASSWORD }, log),
    previousPac: openPac(config.previousPac, { ownOrigin: () => app.ownOrigin, password: "" }, log),
    payments: new MercadoPago({
      ...config.mercadoPago,
      accessToken,
      sandboxUrl: config.mercadoPago.isReal
        ? null
        : () => config.mercadoPago.sandboxUrl ?? `${app.ownOrigin}/sandbox/mp`,
      webhookUrl: () => webhookUrl(app),
    }),
    webhooks: new WebhookInbox(genericPlanDb),
    invalidSignatures: new InvalidSignatureCounter(genericPlanDb, log),
    files: openFiles(config, PICTURES_FOLDER),
    mercadoPagoSandbox,
    sandboxToken,
    pacSandbox: config.pac === "sandbox" ? openPacSandbox(db, sandboxToken) : null,
    carrierSandbox: hasCarrierSandbox(config)
      ? {
          db,
          token: sandboxToken ?? SANDBOX_CARRIER_TOKEN,
          webhookUrl: () => `${app.ownOrigin}/api/v1/carriers/envia/notifications`,
          ownOrigin: () => app.ownOrigin,
        }
      : null,
    pictures: new PictureProcessor(),
    pdfs: new PdfThread(),
    privateFiles: openFiles(config, PRIVATE_FILES_FOLDER),
    ownOrigin: `http://127.0.0.1:${config.port}`,
    originOf: (hosts) => publicOrigin(config, hosts),
  };
  app.replica = openReplica(app);
  return {
    app,
    stop: async () => {
      await app.replica?.replica.stop();
      await app.pdfs.stop();
      await purger?.stop();
      await shopWatcher.stop();
      mail.close();
      await mailbox?.close();
      await mercadoPagoSandbox?.stop();
      await genericPlanDb.destroy();
      await db.destroy();
    },
  };
}

function openReplica(app: App): ReplicaWithApp | null {
  const { databaseReplicaUrl } = app.config;
  if (databaseReplicaUrl === null) return null;
  const replica = new Replica(parseDatabaseUrl(databaseReplicaUrl), app.db, app.productChanges);
  // Changes that the replica has not replayed yet are missing in its rows.
  const replayedChanges: ProductChanges = {
    currentVersion: () => replica.findReplayedVersion() ?? 0,
    changedSince: (version, keys) => app.productChanges.changedSince(version, keys),
  };
  // The replica's App inherits all other properties of the App, so that later changes (`ownOrigin`) apply to both.
  const overrides = {
    readDb: { value: replica.db },
    genericPlanReadDb: { value: replica.genericPlanDb },
    catalogCache: { value: new CatalogCache() },
    searchResults: { value: new SearchResultCache(replayedChanges) },
    productRows: { value: new ProductRowCache(replayedChanges) },
  };
  return { replica, app: Object.create(app, overrides) as App };
}

function openFiles(config: Config, folder: string): Files {
  return config.s3 ? s3Files(config.s3, folder) : diskFiles(path.join(config.dataDir, folder));
}

/** The URL for the provider's webhooks. Without a public URL only the sandbox can reach this machine. */
function webhookUrl(app: App): string | null {
  const { mercadoPago, publicUrl } = app.config;
  const origin = mercadoPago.isReal ? publicUrl : app.ownOrigin;
  return origin && `${origin}/api/v1/payments/mercadopago/notifications?source_news=webhooks`;
}

export const REPOSITORY_ROOT = path.resolve(import.meta.dirname, "../..");
