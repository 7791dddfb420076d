const waiting = new WeakMap<object, (() => void)[]>();

/** Opens the list of what is to be done once this transaction has committed; `transact` runs it. */
export function openAfterCommit(tx: object): () => void {
  const tasks: (() => void)[] = [];
  waiting.set(tx, tasks);
  return () => {
    for (const task of tasks) task();
  };
}

/** Does this once the transaction has committed, and never where it was rolled back; at once outside of one. */
export function afterCommit(tx: object, task: () => void): void {
  const tasks = waiting.get(tx);
  if (tasks) tasks.push(task);
  else task();
}
