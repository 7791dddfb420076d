import { Worker } from "node:worker_threads";
import { Unavailable } from "../../domain/unavailable.ts";
import type { DrawOutcome, DrawTask } from "./pdf-worker.ts";

/** Thrown if too many documents wait, or one takes too long. Answered as 503. */
export class PdfsBusy extends Unavailable {
  override name = "PdfsBusy";
}

const MAX_WAITING = 20;
/** For one document, while it is drawn. One of hundreds of pages takes seconds. */
const TIMEOUT_MS = 60_000;
/** An idle thread is stopped, because its libraries and fonts take memory. */
const IDLE_MS = 60_000;

type Draw = (...args: never[]) => Promise<unknown>;

/**
 * A function that draws a document, named by the URL of its module and its exported name. Its arguments and its result
 * are copied to and from the thread. `draws` is never set: it only carries the type of the function.
 */
export interface Drawing<Draws extends Draw> {
  module: string;
  name: string;
  draws?: Draws;
}

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Draws documents one after the other in a separate thread, so that drawing a page does not block requests. The thread
 * starts with the first document.
 */
export class PdfThread {
  private worker: Worker | undefined;
  private readonly pending = new Map<number, Pending>();
  private nextId = 0;
  private idle: NodeJS.Timeout | undefined;
  /** Of the document that is being drawn. */
  private deadline: NodeJS.Timeout | undefined;
  private readonly timeoutMs: number;

  constructor(timeoutMs = TIMEOUT_MS) {
    this.timeoutMs = timeoutMs;
  }

  draw<Draws extends Draw>(drawing: Drawing<Draws>, ...args: Parameters<Draws>): ReturnType<Draws> {
    return this.run({ module: drawing.module, name: drawing.name, args }) as ReturnType<Draws>;
  }

  async stop(): Promise<void> {
    clearTimeout(this.idle);
    await this.worker?.terminate();
  }

  private async run(task: Omit<DrawTask, "id">): Promise<unknown> {
    if (this.pending.size >= MAX_WAITING) throw new PdfsBusy();
    clearTimeout(this.idle);
    this.worker ??= this.start();
    const { worker } = this;
    const id = this.nextId++;
    try {
      return await new Promise((resolve, reject) => {
        this.pending.set(id, { resolve, reject });
        worker.postMessage({ id, ...task } satisfies DrawTask, []);
        if (this.pending.size === 1) this.startDeadline(worker);
      });
    } finally {
      this.pending.delete(id);
      clearTimeout(this.deadline);
      if (this.pending.size > 0) this.startDeadline(worker);
      else this.idle = setTimeout(() => this.stopIdle(), IDLE_MS).unref();
    }
  }

  private startDeadline(worker: Worker): void {
    this.deadline = setTimeout(() => void worker.terminate(), this.timeoutMs);
  }

  /** The next document starts another thread, also if this one has not ended by then. */
  private stopIdle(): void {
    const { worker } = this;
    this.worker = undefined;
    void worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(new URL("pdf-worker.ts", import.meta.url));
    // The thread does not keep the process alive.
    worker.unref();
    worker.on("message", (outcome: DrawOutcome) => {
      const waiting = this.pending.get(outcome.id);
      if ("error" in outcome) waiting?.reject(outcome.error);
      else waiting?.resolve(outcome.result);
    });
    worker.on("error", (error) => this.fail(worker, error));
    worker.on("exit", () => this.fail(worker, new PdfsBusy()));
    return worker;
  }

  private fail(worker: Worker, error: unknown): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    for (const { reject } of this.pending.values()) reject(error);
  }
}
