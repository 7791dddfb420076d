import { parentPort } from "node:worker_threads";

/** A document to draw: a function of a module, by name, and its arguments. */
export interface DrawTask {
  module: string;
  name: string;
  args: unknown[];
}

/** What the function returned, or what it threw. */
export type DrawOutcome = { result: unknown } | { error: unknown };

// The body of the thread: it gets the next document when it has answered the last one.
parentPort?.on("message", async (task: DrawTask) => {
  const outcome = await draw(task);
  parentPort!.postMessage(outcome, []);
});

async function draw({ module, name, args }: DrawTask): Promise<DrawOutcome> {
  try {
    const functions = (await import(module)) as Record<string, (...args: unknown[]) => Promise<unknown>>;
    return { result: await functions[name]!(...args) };
  } catch (error) {
    return { error };
  }
}
