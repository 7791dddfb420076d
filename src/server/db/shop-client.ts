import pg from "pg";
import { Unavailable } from "../../domain/unavailable.ts";
import type { DatabaseAddress } from "./address.ts";
import { startStatement } from "../tracing/spans.ts";
import { pointAt, type DatabaseServer, type PrimaryFinder } from "./primary-finder.ts";

/** What the server reports at the start of a connection and whenever it changes (PostgreSQL manual, 54.2.7). */
const READ_ONLY_PARAMETERS = new Set(["in_hot_standby", "default_transaction_read_only"]);
const READ_ONLY_TRANSACTION = "25006";

/**
 * A connection to the shop's database. One whose statement timed out is broken: it is closed and does not return to its
 * pool. With several servers it connects to the one that accepts writes, and closes when that one no longer does.
 */
export class ShopClient extends pg.Client {
  private readonly isPooler: boolean;
  private readonly finder: PrimaryFinder | undefined;
  private server: DatabaseServer | undefined;
  private readonly readOnly = new Set<string>();

  constructor(config: DatabaseAddress = {}) {
    super(config);
    this.isPooler = config.isPooler ?? false;
    this.finder = config.finder;
    if (this.finder) this.watchReadOnly();
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    if (!this.finder)
      return callback ? super.connect(callback) : (super.connect() as Promise<unknown> as Promise<this>);
    const connected = this.connectToPrimary(this.finder);
    if (!callback) return connected;
    connected.then(() => callback(null as unknown as Error), callback);
  }

  private async connectToPrimary(finder: PrimaryFinder): Promise<this> {
    this.server = await finder.find();
    pointAt(this, this.server);
    try {
      await super.connect();
      if (this.readOnly.size > 0) throw new Unavailable("The database server has become read-only");
      this.once(
        "end",
        finder.track(this.server, () => destroyConnection(this)),
      );
      return this;
    } catch (error) {
      this.leaveServer();
      throw error;
    }
  }

  private watchReadOnly(): void {
    connectionOf(this).on("parameterStatus", ({ parameterName: name, parameterValue: value }) => {
      if (!READ_ONLY_PARAMETERS.has(name)) return;
      if (value === "on") this.readOnly.add(name);
      else this.readOnly.delete(name);
      if (this.readOnly.size > 0) this.leaveServer();
    });
  }

  /** Closes the connection. The next one looks for the primary again. */
  private leaveServer(): void {
    if (this.server) this.finder?.forget(this.server);
    destroyConnection(this);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's own overloads: all pass through unchanged
  override query(...args: any[]): any {
    if (this.isPooler) args[0] = withoutName(args[0]);
    const endSpan = traceStatement(args);
    const answer: unknown = (super.query as (...parameters: unknown[]) => unknown).apply(this, args);
    if (answer instanceof Promise) {
      if (endSpan) answer.then(() => endSpan(), endSpan);
      answer.catch((error: Error & { code?: string }) => {
        if (error.message === "Query read timeout") this.leaveServer();
        else if (this.finder && error.code === READ_ONLY_TRANSACTION) this.leaveServer();
      });
    }
    return answer;
  }
}

/**
 * Starts the span of a statement. With a callback, as pools call it, the callback ends the span. Otherwise the returned
 * function does.
 */
function traceStatement(args: unknown[]): ((error?: unknown) => void) | undefined {
  const [query] = args;
  const text = typeof query === "string" ? query : (query as { text?: string } | undefined)?.text;
  const end = text === undefined ? undefined : startStatement(text);
  const callback = args.at(-1);
  if (!end || typeof callback !== "function") return end;
  args[args.length - 1] = (error: unknown, ...rest: unknown[]) => {
    end(error);
    (callback as (...parameters: unknown[]) => void)(error, ...rest);
  };
  return undefined;
}

/**
 * A prepared statement belongs to one connection of the server. Behind a pooler in transaction mode the next statement
 * may run on another one, so none is prepared.
 */
function withoutName(query: unknown): unknown {
  if (typeof query !== "object" || query === null || !("name" in query) || "submit" in query) return query;
  const { name: _name, ...unnamed } = query;
  return unnamed;
}

interface DriverConnection {
  stream: { destroy(): void };
  on(event: "parameterStatus", listen: (message: { parameterName: string; parameterValue: string }) => void): void;
}

/** The driver's own connection, which its types leave out. */
function connectionOf(client: pg.Client): DriverConnection {
  return (client as unknown as { connection: DriverConnection }).connection;
}

/** Closes the connection at once, without a word to the server. */
export function destroyConnection(client: pg.Client): void {
  connectionOf(client).stream.destroy();
}
