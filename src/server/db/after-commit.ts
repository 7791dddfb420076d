const tasksByTransaction = new WeakMap<object, (() => void)[]>();

/**
 * Collects the tasks to run after this transaction has committed. `transact` calls the returned function, which runs
 * them.
 */
export function collectAfterCommitTasks(tx: object): () => void {
  const tasks: (() => void)[] = [];
  tasksByTransaction.set(tx, tasks);
  return () => {
    for (const task of tasks) task();
  };
}

/**
 * Runs a task after the transaction has committed, never after a rollback. If `db` is no transaction, the task runs
 * immediately.
 */
export function afterCommit(db: object, task: () => void): void {
  const tasks = tasksByTransaction.get(db);
  if (tasks) tasks.push(task);
  else task();
}
