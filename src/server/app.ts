import type { CartCardCache } from "./cart/card-cache.ts";
import type { CartReader } from "./cart/cart-reader.ts";
import type { ReservationBatcher } from "./cart/reservation-batcher.ts";
import type { Config } from "./config.ts";
import type { DatabaseConfig } from "./db/database-config.ts";
import type { Db } from "./db/connect.ts";
import type { CatalogCache } from "./catalog/catalog-cache.ts";
import type { ProductRowCache } from "./catalog/product-row-cache.ts";
import type { SearchResultCache } from "./catalog/search-result-cache.ts";
import type { Replica } from "./db/replica.ts";
import type { ProductChanges } from "./db/product-change-tracker.ts";
import type { Log } from "./log.ts";
import type { IdempotencyStore } from "./http/idempotency-store.ts";
import type { CartLineNames } from "./cart/cart-line-names.ts";
import type { Files } from "./adapters/files/files.ts";
import type { CarrierSandbox } from "./adapters/carriers/sandbox/carrier-sandbox.ts";
import type { PacSandbox } from "./adapters/pac/sandbox/pac-sandbox.ts";
import type { PaymentProvider } from "./adapters/payments/payment-provider.ts";
import type { Mailer } from "./adapters/mail/mailer.ts";
import type { MercadoPagoSandbox } from "./adapters/payments/sandbox/mercado-pago-sandbox.ts";
import type { Pac } from "./adapters/pac/pac.ts";
import type { InvalidSignatureCounter } from "./payments/invalid-signature-counter.ts";
import type { WebhookInbox } from "./payments/webhook-inbox.ts";
import type { StockTotal } from "./holding/stock-total.ts";
import type { SourceHasher } from "./holding/source-hasher.ts";
import type { FailedAttemptLimiter } from "./limits/failed-attempt-limiter.ts";
import type { AccessCodeVerifier } from "./presale-access/access-code-verifier.ts";
import type { WaitingRoomCache } from "./presale/waiting-room/waiting-room-cache.ts";
import type { SalesReportCache } from "./orders/sales-report.ts";
import type { VisitorQueue } from "./presale/waiting-room/visitor-queue.ts";
import type { SharedLimits } from "./limits/shared-limits.ts";
import type { PdfThread } from "./pdf/pdf-thread.ts";
import type { PictureProcessor } from "./pictures/picture-processor.ts";
import type { PasswordHasher } from "./sessions/password.ts";
import type { ShopDirectory } from "./shops/shop-directory.ts";

/** A read replica, and the App of requests that may read it. */
export interface ReplicaWithApp {
  replica: Replica;
  app: App;
}

/** Everything that use cases need. `startApp` (start-app.ts) builds it once for each process, and it is passed down. */
export interface App {
  config: Config;
  log: Log;
  db: Db;
  /** For statements that find their rows by keys only: carts, customers, orders. Planned once per connection. */
  genericPlanDb: Db;
  /**
   * For public data: catalogue, search, sitemaps. Public requests may get an App whose `readDb` is the replica.
   * Otherwise it is `db` (decision 42).
   */
  readDb: Db;
  /** Like `readDb`, for statements that find their rows by keys only. Planned once per connection. */
  genericPlanReadDb: Db;
  /** Null without DATABASE_REPLICA_URL. */
  replica: ReplicaWithApp | null;
  /** For code that opens its own connections: LISTEN, the job runner, audits, backups and health checks. */
  databaseConfig: DatabaseConfig;
  shops: ShopDirectory;
  /** Reserves pieces for all concurrent carts in batches. */
  reservations: ReservationBatcher;
  carts: CartReader;
  /** Product cards for responses with a new cart. */
  cartCards: CartCardCache;
  /** Titles of sizes in carts. */
  cartLineNames: CartLineNames;
  /** Stored responses of requests with an idempotency key. */
  idempotency: IdempotencyStore;
  /** The products that this process changed, for the response cache (decision 32). */
  productChanges: ProductChanges;
  /** Results of queries on the catalogue that many requests share. Cached for 1 second, large totals for 10 seconds. */
  catalogCache: CatalogCache;
  /** The first products of searches, cached for half a second, of large searches for up to 10 seconds. */
  searchResults: SearchResultCache;
  /** The products that lists show, cached for half a second. */
  productRows: ProductRowCache;
  passwords: PasswordHasher;
  /** Limits that all processes share. */
  limits: SharedLimits;
  failedAttempts: FailedAttemptLimiter;
  /** Makes the hashes of the IP addresses and browsers that hold pieces. */
  sourceHasher: SourceHasher;
  stockTotal: StockTotal;
  /** Verifies access codes of presales. */
  accessCodes: AccessCodeVerifier;
  /** The state of waiting rooms, and lookups of their visitors. */
  waitingRooms: WaitingRoomCache;
  salesReports: SalesReportCache;
  /** Adds visitors to waiting rooms. */
  visitorQueue: VisitorQueue;
  mail: Mailer;
  payments: PaymentProvider;
  /** The provider that stamps invoices (PAC). Null if the shop has none: it does not invoice. */
  pac: Pac | null;
  /** The shop's previous PAC. It finishes the documents that were sent to it. */
  previousPac: Pac | null;
  /** Webhooks of the payment provider. */
  webhooks: WebhookInbox;
  /** Counts webhooks with an invalid signature. */
  invalidSignatures: InvalidSignatureCounter;
  /** The sandbox of the payment provider. Null with real payments, or if another process is the sandbox. */
  mercadoPagoSandbox: MercadoPagoSandbox | null;
  /** The sandbox of the PAC. Null with a real PAC or none. */
  pacSandbox: PacSandbox | null;
  /** The sandbox of the carriers. Null in a live shop without sandboxes. */
  carrierSandbox: CarrierSandbox | null;
  /** The token of a live shop's sandboxes. Null without sandboxes, and in the demo, where they are open. */
  sandboxToken: string | null;
  /** Public pictures: of products, of reviews, and the logo. */
  files: Files;
  pictures: PictureProcessor;
  /** Draws documents in a separate thread. */
  pdfs: PdfThread;
  /** Private files, never at a public URL: receipts of transfers, proofs of refunds, pictures of returns. */
  privateFiles: Files;
  /** The origin of this process on this machine, for calls to the sandboxes. Correct once the server listens. */
  ownOrigin: string;
  /** The shop's public origin, without a slash at the end, for links outside its own pages. */
  originOf(shopHosts: readonly string[]): string;
}
