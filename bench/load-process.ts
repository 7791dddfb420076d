import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { LoadSetup, RoundOutcome, RoundLength } from "./load.ts";

/** A load in its own process, which keeps its connections open between rounds. */
export class LoadProcess {
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.child = child;
  }

  static async open(setup: LoadSetup): Promise<LoadProcess> {
    const load = new LoadProcess(fork(path.join(import.meta.dirname, "load.ts"), { serialization: "advanced" }));
    await load.request({ open: setup });
    return load;
  }

  /** Runs one round. Failures are printed, because a figure with failures is not valid. */
  async run(round: RoundLength): Promise<RoundOutcome> {
    const outcome = (await this.request({ round })) as RoundOutcome;
    if (outcome.failedCount > 0) console.error(`  ${outcome.failedCount} failed: ${outcome.errors.join(" | ")}`);
    return outcome;
  }

  async close(): Promise<void> {
    if (!this.child.connected) return;
    await this.request({ close: true }).catch(() => {});
    this.child.kill();
  }

  private async request(message: object): Promise<unknown> {
    if (!this.child.connected) throw new Error("a load's process has ended");
    const stopListening = new AbortController();
    const exited = once(this.child, "exit", { signal: stopListening.signal }).then(() => {
      throw new Error("a load's process ended");
    });
    const answered = once(this.child, "message", { signal: stopListening.signal });
    this.child.send(message);
    try {
      const [answer] = (await Promise.race([answered, exited])) as [{ result?: unknown; failure?: string }];
      if (answer.failure !== undefined) throw new Error(answer.failure);
      return answer.result;
    } finally {
      exited.catch(() => {});
      answered.catch(() => {});
      stopListening.abort();
    }
  }
}
