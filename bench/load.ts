import { quantile } from "./figures.ts";

/** One of the workers of a load. `work` does one action, and throws if the action fails. */
export interface Worker {
  work(): Promise<void>;
  close(): Promise<void>;
}

/** What workers do, defined by a file in `loads/`. `open` returns a function that opens one worker. */
export interface LoadKind {
  open(options: never): Promise<() => Promise<Worker>>;
}

/** The length of a round: milliseconds, or a number of actions. */
export interface RoundLength {
  ms?: number;
  count?: number;
}

/** The result of a round. */
export interface RoundOutcome {
  doneCount: number;
  failedCount: number;
  /** The first few different reasons of failure. */
  errors: string[];
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Share of one core that the load itself used. Near 1, the load's own speed is measured, not the shop's. */
  cpuShare: number;
}

export interface LoadSetup {
  kind: string;
  options: unknown;
  workerCount: number;
}

// A process of its own, so that workers do not share the benchmark's event loop. Each worker starts its next action
// when the last one has ended.
let openWorkers: Worker[] = [];

process.on("disconnect", () => process.exit()); // Ends together with the benchmark.
process.on("message", (message: { open: LoadSetup } | { round: RoundLength } | { close: true }) => {
  handleMessage(message).then(
    (result) => process.send!({ result }),
    (error: Error) => process.send!({ failure: error.stack ?? error.message }),
  );
});

async function handleMessage(
  message: { open: LoadSetup } | { round: RoundLength } | { close: true },
): Promise<unknown> {
  if ("open" in message) {
    const { kind, options, workerCount: count } = message.open;
    const loadKind = (await import(`./loads/${kind}.ts`)) as LoadKind;
    const openWorker = await loadKind.open(options as never);
    openWorkers = await Promise.all(Array.from({ length: count }, openWorker));
    return undefined;
  }
  if ("round" in message) return run(message.round);
  await Promise.all(openWorkers.map((worker) => worker.close()));
  return undefined;
}

async function run({ ms = Infinity, count = Infinity }: RoundLength): Promise<RoundOutcome> {
  const latencies: number[] = [];
  const errors = new Set<string>();
  let failedCount = 0;
  let startedActionCount = 0;
  const cpu = process.cpuUsage();
  const roundStartedAt = performance.now();
  const loop = async (worker: Worker): Promise<void> => {
    while (performance.now() - roundStartedAt < ms && startedActionCount < count) {
      startedActionCount++;
      const actionStartedAt = performance.now();
      try {
        await worker.work();
        latencies.push(performance.now() - actionStartedAt);
      } catch (error) {
        failedCount++;
        if (errors.size < 5) errors.add((error as Error).message.slice(0, 300));
      }
    }
  };
  await Promise.all(openWorkers.map(loop));
  const elapsedMs = performance.now() - roundStartedAt;
  const { user, system } = process.cpuUsage(cpu);
  return {
    doneCount: latencies.length,
    failedCount,
    errors: [...errors],
    perSecond: (latencies.length * 1_000) / elapsedMs,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    cpuShare: (user + system) / 1_000 / elapsedMs,
  };
}
