import type { Db } from "../../../db/connect.ts";
import type { Log } from "../../../log.ts";
import { Postman } from "./postman.ts";
import { openTables, transactSandbox, type SandboxDb } from "./tables.ts";

/** A stand-in for Mercado Pago that keeps its state in the shop's database, in a schema of its own. */
export interface MercadoPagoSandbox {
  db: SandboxDb;
  /** Does a change whole or, where it answers a refusal, not at all; then notifications go out. */
  change<Answer>(work: (tx: SandboxDb) => Promise<Answer>): Promise<Answer>;
  /** Lets go of what is on its way; the next process goes on with it. */
  stop(): Promise<void>;
}

/** Opens the sandbox and goes on with notifications that a stopped process left. Any number of processes may. */
export async function openMercadoPagoSandbox(shopDb: Db, log: Log): Promise<MercadoPagoSandbox> {
  const db = await openTables(shopDb);
  const postman = new Postman(db, log);
  postman.wake();
  return {
    db,
    change: async (work) => {
      const answer = await transactSandbox(db, work);
      postman.wake();
      return answer;
    },
    stop: () => postman.stop(),
  };
}
