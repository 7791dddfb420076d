import type { Dispatcher } from "undici";

type Undici = typeof import("undici");

/**
 * The connections of one HTTP client, created by its first call. That call also loads undici, whose 110 modules a shop
 * without providers does not need.
 */
export class HttpAgent {
  private readonly createDispatcher: (undici: Undici) => Dispatcher;
  private loadedAgent: Promise<{ undici: Undici; dispatcher: Dispatcher }> | undefined;

  constructor(createDispatcher: (undici: Undici) => Dispatcher) {
    this.createDispatcher = createDispatcher;
  }

  load(): Promise<{ undici: Undici; dispatcher: Dispatcher }> {
    this.loadedAgent ??= import("undici").then((undici) => ({ undici, dispatcher: this.createDispatcher(undici) }));
    return this.loadedAgent;
  }

  /** Closes all connections immediately. */
  async destroy(): Promise<void> {
    await (await this.loadedAgent)?.dispatcher.destroy();
  }
}
