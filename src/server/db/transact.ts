import { isRefusal } from "../../domain/refusal.ts";
import { collectAfterCommitTasks } from "./after-commit.ts";
import type { Db, Tx } from "./connect.ts";

class RolledBack extends Error {
  readonly refusal: unknown;
  constructor(refusal: unknown) {
    super("rolled back on a refusal");
    this.refusal = refusal;
  }
}

/**
 * Runs `work` in one transaction, and after its commit the tasks of `afterCommit`. A refusal rolls it back and is
 * returned. After a deadlock or a serialization failure it runs `work` again.
 */
export async function transact<Answer>(db: Db, work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  try {
    return await retryDeadlocks(async () => {
      let runAfterCommit = (): void => {};
      const answer = await db.transaction().execute(async (tx) => {
        runAfterCommit = collectAfterCommitTasks(tx);
        const result = await work(tx);
        if (isRefusal(result)) throw new RolledBack(result);
        return result;
      });
      runAfterCommit();
      return answer;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal as Answer;
    throw error;
  }
}

const MAX_ATTEMPTS = 3;

/**
 * Runs a transaction, or a single statement, up to three times: after a deadlock or a serialization failure
 * PostgreSQL rolled everything back, and a retry may succeed.
 */
export async function retryDeadlocks<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const { code } = error as { code?: string };
      if (attempt === MAX_ATTEMPTS || (code !== "40P01" && code !== "40001")) throw error;
    }
  }
}
