import { Client, type PoolConfig } from "pg";
import { bareConnectionConfig } from "../bench-shop.ts";
import type { Worker } from "../load.ts";
import type { Statement } from "../record-statements.ts";

export interface StatementsOptions {
  databaseConfig: PoolConfig;
  /** The statements of each request of the shop, which are sent one after the other. */
  requests: Statement[][];
  /** Whether each request is sent only once. */
  sendsEachOnce?: boolean;
  /**
   * Whether statements are prepared, with a generic plan and without sequential scans. This is fastest if rows are read
   * by their keys.
   */
  usesGenericPlans?: boolean;
}

/** The shop's statements on bare connections, one per worker. */
export async function open(options: StatementsOptions): Promise<() => Promise<Worker>> {
  const { databaseConfig, requests, sendsEachOnce = false, usesGenericPlans = false } = options;
  const statementNames = new Map(
    [...new Set(requests.flat().map(({ text }) => text))].map((text, index) => [text, `s${index}`]),
  );
  let requestCount = 0;
  return async () => {
    const client = new Client(bareConnectionConfig(databaseConfig));
    client.on("error", () => {}); // A lost connection fails the next statement, not the process.
    await client.connect();
    if (usesGenericPlans) await client.query("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off");
    return {
      work: async () => {
        if (sendsEachOnce && requestCount >= requests.length) throw new Error("no request left to send");
        for (const { text, values } of requests[requestCount++ % requests.length]!) {
          await client.query(usesGenericPlans ? { name: statementNames.get(text)!, text, values } : { text, values });
        }
      },
      close: () => client.end(),
    };
  };
}
