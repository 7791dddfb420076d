import type { Db } from "../../../db/connect.ts";
import type { Log } from "../../../log.ts";
import { WebhookDispatcher } from "./webhook-dispatcher.ts";
import { openTables, transactSandbox, type SandboxDb } from "./tables.ts";

/** A sandbox of Mercado Pago that stores its state in the shop's database, in its own schema. */
export interface MercadoPagoSandbox {
  db: SandboxDb;
  /** The API's access token, which the shop's adapter sends. The sandbox has only one account. */
  accessToken: string;
  /** Runs a change in a transaction, which a refusal rolls back. Then notifications are sent. */
  change<Result>(work: (tx: SandboxDb) => Promise<Result>): Promise<Result>;
  /** Starts sending pending notifications. Only the process that serves the API does this, not the command line. */
  start(): void;
  /** Stops sending. The next process continues. */
  stop(): Promise<void>;
}

/** Creates the sandbox's tables if they are missing. Any number of processes may open it at the same time. */
export async function openMercadoPagoSandbox(shopDb: Db, log: Log, accessToken: string): Promise<MercadoPagoSandbox> {
  const db = await openTables(shopDb);
  const dispatcher = new WebhookDispatcher(db, log);
  return {
    db,
    accessToken,
    change: async (work) => {
      const result = await transactSandbox(db, work);
      dispatcher.wake();
      return result;
    },
    start: () => dispatcher.wake(),
    stop: () => dispatcher.stop(),
  };
}
