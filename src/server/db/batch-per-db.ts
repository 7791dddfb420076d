import type { Db } from "./connect.ts";
import { Batcher } from "./batcher.ts";

/**
 * Makes one query of a lookup that many requests need at the same moment: `work` gets all that was asked of one database and answers
 * in the same order. The query always begins after it was asked for, so that nothing is answered from before.
 */
export function batchPerDb<Asked, Answer>(
  work: (db: Db, asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (db: Db, asked: Asked) => Promise<Answer> {
  const batchers = new WeakMap<Db, Batcher<Asked, Answer>>();
  return (db, asked) => {
    const batcher = batchers.get(db) ?? new Batcher((all: readonly Asked[]) => work(db, all));
    batchers.set(db, batcher);
    return batcher.ask(asked);
  };
}
