import { parentPort } from "node:worker_threads";

/** A document to draw: a function of a module, by name, and its arguments. */
export interface DrawTask {
  id: number;
  module: string;
  name: string;
  args: unknown[];
}

/** What the function returned, or what it threw. */
export type DrawOutcome = { id: number; result: unknown } | { id: number; error: unknown };

// The body of the thread: it draws one document after the other.
let last = Promise.resolve();
parentPort?.on("message", (task: DrawTask) => {
  last = last.then(async () => {
    const outcome = await draw(task);
    parentPort!.postMessage(outcome, []);
  });
});

async function draw({ id, module, name, args }: DrawTask): Promise<DrawOutcome> {
  try {
    const functions = (await import(module)) as Record<string, (...args: unknown[]) => Promise<unknown>>;
    return { id, result: await functions[name]!(...args) };
  } catch (error) {
    return { id, error };
  }
}
