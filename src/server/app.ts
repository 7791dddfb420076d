import type { PoolConfig } from "pg";
import type { CartReader } from "./cart/cart-reader.ts";
import type { ReservationDesk } from "./cart/reservation-desk.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/connect.ts";
import type { ProductCounts } from "./catalog/product-counts.ts";
import type { ProductTouches } from "./catalog/product-touches.ts";
import type { Log } from "./log.ts";
import type { CallLedger } from "./http/call-ledger.ts";
import type { SizeTitles } from "./cart/size-titles.ts";
import type { Files } from "./adapters/files/files.ts";
import type { PacSandbox } from "./adapters/pac/sandbox/pac-sandbox.ts";
import type { PaymentProvider } from "./adapters/payments/payment-provider.ts";
import type { Mailer } from "./adapters/mail/mailer.ts";
import type { MercadoPagoSandbox } from "./adapters/payments/sandbox/mercado-pago-sandbox.ts";
import type { Pac } from "./adapters/pac/pac.ts";
import type { ForgedNews } from "./payments/forged-news.ts";
import type { NewsDesk } from "./payments/news-desk.ts";
import type { ShelfSize } from "./holding/shelf-size.ts";
import type { SourceKeys } from "./holding/source-keys.ts";
import type { Guesses } from "./limits/guesses.ts";
import type { CodeDoor } from "./presale/code-door.ts";
import type { RoomBoard } from "./presale/room/room-board.ts";
import type { SalesBoard } from "./orders/sales-report.ts";
import type { RoomEntrance } from "./presale/room/room-entrance.ts";
import type { SharedLimits } from "./limits/shared-limits.ts";
import type { PictureProcessor } from "./pictures/picture-processor.ts";
import type { PasswordHasher } from "./sessions/password.ts";
import type { ShopDirectory } from "./settings/shop-directory.ts";

/** Everything a use case may need, built once in main.ts (or by a test) and handed down. No module keeps state. */
export interface App {
  config: Config;
  log: Log;
  db: Db;
  /** For statements that reach their rows by keys alone: carts, customers, orders. Planned once (db/connect.ts). */
  keyed: Db;
  /** For what needs a connection of its own: LISTEN, the job runner. */
  address: PoolConfig;
  shops: ShopDirectory;
  /** Takes pieces off the shelf for all carts that wait at a moment. */
  desk: ReservationDesk;
  carts: CartReader;
  /** How sizes are called in a cart. */
  titles: SizeTitles;
  /** Calls that may be repeated, with their answers. */
  calls: CallLedger;
  /** Which products' stock this process changed, so that its own memory never contradicts it. */
  touches: ProductTouches;
  /** How many products each list has, for a second. */
  counts: ProductCounts;
  passwords: PasswordHasher;
  /** Limits that all processes keep together. */
  limits: SharedLimits;
  guesses: Guesses;
  /** Hashes of where pieces are held from. */
  sources: SourceKeys;
  shelfSize: ShelfSize;
  /** Judges access codes of presales. */
  codes: CodeDoor;
  /** What those are told who wait for a presale. */
  rooms: RoomBoard;
  sales: SalesBoard;
  /** Where they come in. */
  entrance: RoomEntrance;
  mail: Mailer;
  payments: PaymentProvider;
  /** Who stamps invoices; null where the shop has nobody: it does not invoice. */
  pac: Pac | null;
  /** What the provider tells by itself. */
  news: NewsDesk;
  /** Counts what others tell in its name. */
  forged: ForgedNews;
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
