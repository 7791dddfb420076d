import type { PoolConfig } from "pg";
import type { CartReader } from "./cart/cart-reader.ts";
import type { ReservationBatcher } from "./cart/reservation-batcher.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/connect.ts";
import type { ProductCounts } from "./catalog/product-counts.ts";
import type { ProductChangeTracker } from "./db/product-change-tracker.ts";
import type { Log } from "./log.ts";
import type { IdempotencyStore } from "./http/idempotency-store.ts";
import type { SizeTitles } from "./cart/size-titles.ts";
import type { Files } from "./adapters/files/files.ts";
import type { PacSandbox } from "./adapters/pac/sandbox/pac-sandbox.ts";
import type { PaymentProvider } from "./adapters/payments/payment-provider.ts";
import type { Mailer } from "./adapters/mail/mailer.ts";
import type { MercadoPagoSandbox } from "./adapters/payments/sandbox/mercado-pago-sandbox.ts";
import type { Pac } from "./adapters/pac/pac.ts";
import type { InvalidSignatureCounter } from "./payments/invalid-signature-counter.ts";
import type { WebhookInbox } from "./payments/webhook-inbox.ts";
import type { StockSize } from "./holding/stock-size.ts";
import type { SourceKeys } from "./holding/source-keys.ts";
import type { FailedAttemptLimiter } from "./limits/failed-attempt-limiter.ts";
import type { AccessCodeVerifier } from "./presale-access/access-code-verifier.ts";
import type { QueueStatusCache } from "./presale/waiting-room/queue-status-cache.ts";
import type { SalesReportCache } from "./orders/sales-report.ts";
import type { QueueAdmission } from "./presale/waiting-room/queue-admission.ts";
import type { SharedLimits } from "./limits/shared-limits.ts";
import type { PictureProcessor } from "./pictures/picture-processor.ts";
import type { PasswordHasher } from "./sessions/password.ts";
import type { ShopDirectory } from "./shops/shop-directory.ts";

/** Everything a use case may need, built once in main.ts (or by a test) and handed down. No module keeps state. */
export interface App {
  config: Config;
  log: Log;
  db: Db;
  /** For statements that reach their rows by keys alone: carts, customers, orders. Planned once (db/connect.ts). */
  genericPlans: Db;
  /** For what needs a connection of its own: LISTEN, the job runner. */
  address: PoolConfig;
  shops: ShopDirectory;
  /** Takes pieces off the shelf for all carts that wait at a moment. */
  reservations: ReservationBatcher;
  carts: CartReader;
  /** How sizes are called in a cart. */
  sizeTitles: SizeTitles;
  /** Calls that may be repeated, with their answers. */
  idempotency: IdempotencyStore;
  /** Which products' stock this process changed, so that its own memory never contradicts it. */
  productChanges: ProductChangeTracker;
  /** How many products each list has, for a second. */
  counts: ProductCounts;
  passwords: PasswordHasher;
  /** Limits that all processes keep together. */
  limits: SharedLimits;
  failedAttempts: FailedAttemptLimiter;
  /** Hashes of where pieces are held from. */
  sources: SourceKeys;
  stockSize: StockSize;
  /** Judges access codes of presales. */
  accessCodes: AccessCodeVerifier;
  /** What those are told who wait for a presale. */
  queueStatus: QueueStatusCache;
  salesReports: SalesReportCache;
  /** Where they come in. */
  queueAdmission: QueueAdmission;
  mail: Mailer;
  payments: PaymentProvider;
  /** Who stamps invoices; null where the shop has nobody: it does not invoice. */
  pac: Pac | null;
  /** What the provider tells by itself. */
  webhooks: WebhookInbox;
  /** Counts what others tell in its name. */
  invalidSignatures: InvalidSignatureCounter;
  /** The provider's stand-in; null where real money is taken. */
  mercadoPagoSandbox: MercadoPagoSandbox | null;
  /** The PAC's stand-in; null where a real one stamps, or none. */
  pacSandbox: PacSandbox | null;
  /** What opens the stand-ins of a live shop; null in the demo, where they are open. */
  sandboxToken: string | null;
  /** The shop's own pictures. */
  files: Files;
  pictures: PictureProcessor;
  /** Proofs of transfers: private, never under a public address. */
  receipts: Files;
  /** Where this process listens on this machine, as the stand-ins are called; right once the server listens. */
  ownOrigin: string;
  /** How the shop is reached from outside, without a slash at the end; for links in mails. */
  originOf(shopHosts: readonly string[]): string;
}
