import { AsyncLocalStorage } from "node:async_hooks";

/** Whether a logged change was committed during one request. */
export interface ChangeWatch {
  hasChanged: boolean;
}

const currentWatch = new AsyncLocalStorage<ChangeWatch>();

/** Runs `work`, and sets `watch.hasChanged` once a transaction in it commits a logged change. */
export function watchChanges<Result>(watch: ChangeWatch, work: () => Result): Result {
  return currentWatch.run(watch, work);
}

/** Called by `logChanges` once its transaction has committed. */
export function markChanged(): void {
  const watch = currentWatch.getStore();
  if (watch) watch.hasChanged = true;
}
