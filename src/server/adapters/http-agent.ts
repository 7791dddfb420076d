import type { Dispatcher } from "undici";

type Undici = typeof import("undici");

/**
 * The connections of one client, made by its first call. That call loads undici, too: 110 modules, which a shop that calls
 * no provider does not need.
 */
export class HttpAgent {
  private readonly make: (undici: Undici) => Dispatcher;
  private made: Promise<{ undici: Undici; dispatcher: Dispatcher }> | undefined;

  constructor(make: (undici: Undici) => Dispatcher) {
    this.make = make;
  }

  load(): Promise<{ undici: Undici; dispatcher: Dispatcher }> {
    this.made ??= import("undici").then((undici) => ({ undici, dispatcher: this.make(undici) }));
    return this.made;
  }

  /** Cuts all connections. */
  async destroy(): Promise<void> {
    await (await this.made)?.dispatcher.destroy();
  }
}
