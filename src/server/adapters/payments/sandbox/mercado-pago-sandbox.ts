import type { Db } from "../../../db/connect.ts";
import type { Log } from "../../../log.ts";
import { WebhookDispatcher } from "./webhook-dispatcher.ts";
import { openTables, transactSandbox, type SandboxDb } from "./tables.ts";

/** A stand-in for Mercado Pago that keeps its state in the shop's database, in a schema of its own. */
export interface MercadoPagoSandbox {
  db: SandboxDb;
  /** Of its only account. */
  accessToken: string;
  /** Does a change whole or, where it answers a refusal, not at all; then notifications go out. */
  change<Answer>(work: (tx: SandboxDb) => Promise<Answer>): Promise<Answer>;
  /** Takes out what waits, from now on. Where the API is served: a command line beside it delivers nothing. */
  start(): void;
  /** Lets go of what is on its way; the next process goes on with it. */
  stop(): Promise<void>;
}

/** Makes the sandbox's tables where they are missing. Any number of processes may open it at once. */
export async function openMercadoPagoSandbox(shopDb: Db, log: Log, accessToken: string): Promise<MercadoPagoSandbox> {
  const db = await openTables(shopDb);
  const dispatcher = new WebhookDispatcher(db, log);
  return {
    db,
    accessToken,
    change: async (work) => {
      const answer = await transactSandbox(db, work);
      dispatcher.wake();
      return answer;
    },
    start: () => dispatcher.wake(),
    stop: () => dispatcher.stop(),
  };
}
