import { AsyncLocalStorage } from "node:async_hooks";

/** Whether a logged change was committed during one request. */
export interface ChangeWatch {
  hasChanged: boolean;
}

const watches = new AsyncLocalStorage<ChangeWatch>();

export function watchChanges<Answer>(watch: ChangeWatch, work: () => Answer): Answer {
  return watches.run(watch, work);
}

/** Called by `logChange` once its transaction has committed. */
export function noteChange(): void {
  const watch = watches.getStore();
  if (watch) watch.hasChanged = true;
}
