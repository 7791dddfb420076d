import type { Db } from "./connect.ts";
import { Batcher } from "./batcher.ts";

/**
 * Batches a query that many requests need at the same moment. `handleBatch` gets all inputs for one database and
 * returns their answers in the same order. The query always starts after it was requested, so that no answer is older
 * than its request.
 */
export function batchPerDb<Input, Answer>(
  handleBatch: (db: Db, inputs: readonly Input[]) => Promise<readonly Answer[]>,
): (db: Db, input: Input) => Promise<Answer> {
  const batchers = new WeakMap<Db, Batcher<Input, Answer>>();
  return (db, input) => {
    const batcher = batchers.get(db) ?? new Batcher((inputs: readonly Input[]) => handleBatch(db, inputs));
    batchers.set(db, batcher);
    return batcher.run(input);
  };
}
