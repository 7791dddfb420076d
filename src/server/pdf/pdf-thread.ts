import { Worker } from "node:worker_threads";
import { ServiceUnavailable } from "../../domain/service-unavailable.ts";
import type { DrawOutcome, DrawTask } from "./pdf-worker.ts";

/** Thrown if too many documents wait, one takes too long, or the thread is stopped. Answered as 503. */
export class PdfThreadUnavailable extends ServiceUnavailable {
  override name = "PdfThreadUnavailable";
}

/** The maximum number of documents that are waiting or being drawn at one moment. */
const MAX_PENDING = 20;
/** How long drawing one document may take. A document of hundreds of pages takes seconds. */
const TIMEOUT_MS = 60_000;
/** An idle thread is stopped, because its libraries and fonts take memory. */
const IDLE_MS = 60_000;

type DrawFunction = (...args: never[]) => Promise<unknown>;

/**
 * Names a function that draws a document in the thread: the URL of its module and its exported name. Its arguments and
 * its result are copied to and from the thread. `functionType` is never set: it only carries the type of the function.
 */
export interface DrawFunctionReference<FunctionType extends DrawFunction> {
  module: string;
  name: string;
  functionType?: FunctionType;
}

interface Limits {
  timeoutMs: number;
  idleMs: number;
}

interface PendingDocument {
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Draws documents one after the other in a separate thread, so that drawing a page does not block requests. The thread
 * starts with the first document. If a document takes too long, its thread ends and the next one is drawn in a new
 * thread.
 */
export class PdfThread {
  private worker: Worker | undefined;
  /** The document that the thread draws. */
  private currentDocument: PendingDocument | undefined;
  private lastDrawing: Promise<unknown> = Promise.resolve();
  private pendingCount = 0;
  private idleTimer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private readonly limits: Limits;

  constructor({ timeoutMs = TIMEOUT_MS, idleMs = IDLE_MS }: Partial<Limits> = {}) {
    this.limits = { timeoutMs, idleMs };
  }

  draw<FunctionType extends DrawFunction>(
    { module, name }: DrawFunctionReference<FunctionType>,
    ...args: Parameters<FunctionType>
  ): ReturnType<FunctionType> {
    return this.run({ module, name, args }) as ReturnType<FunctionType>;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.idleTimer);
    await this.endWorker();
  }

  private async run(task: DrawTask): Promise<unknown> {
    if (this.pendingCount >= MAX_PENDING) throw new PdfThreadUnavailable();
    clearTimeout(this.idleTimer);
    this.pendingCount++;
    const drawing = this.lastDrawing.then(() => this.drawNow(task));
    this.lastDrawing = drawing.catch(() => undefined);
    try {
      return await drawing;
    } finally {
      this.pendingCount--;
      if (this.pendingCount === 0) this.idleTimer = setTimeout(() => void this.endWorker(), this.limits.idleMs).unref();
    }
  }

  private async drawNow(task: DrawTask): Promise<unknown> {
    if (this.isStopped) throw new PdfThreadUnavailable();
    const worker = (this.worker ??= this.startWorker());
    const timeoutTimer = setTimeout(() => void this.endWorker(), this.limits.timeoutMs);
    try {
      return await new Promise((resolve, reject) => {
        this.currentDocument = { resolve, reject };
        worker.postMessage(task, []);
      });
    } finally {
      clearTimeout(timeoutTimer);
      this.currentDocument = undefined;
    }
  }

  private startWorker(): Worker {
    const worker = new Worker(new URL("pdf-worker.ts", import.meta.url));
    // The thread does not keep the process alive.
    worker.unref();
    worker.on("message", (outcome: DrawOutcome) => {
      if (this.worker !== worker) return;
      if ("error" in outcome) this.currentDocument?.reject(outcome.error);
      else this.currentDocument?.resolve(outcome.result);
    });
    worker.on("error", (error) => this.detachWorker(worker, error));
    worker.on("exit", () => this.detachWorker(worker, new PdfThreadUnavailable()));
    return worker;
  }

  /**
   * Ends the thread and rejects its document. The next document starts a new thread immediately, because a thread that
   * is ending does not answer.
   */
  private async endWorker(): Promise<void> {
    const { worker } = this;
    if (!worker) return;
    this.detachWorker(worker, new PdfThreadUnavailable());
    await worker.terminate();
  }

  /** Stops using a thread that has ended or is ending, and rejects its document. */
  private detachWorker(worker: Worker, error: unknown): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    this.currentDocument?.reject(error);
  }
}
