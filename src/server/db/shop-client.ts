import pg from "pg";
import { ServiceUnavailable } from "../../domain/service-unavailable.ts";
import { isMigrated, SchemaTooNew } from "./applied-migrations.ts";
import type { DatabaseConfig } from "./database-config.ts";
import { startStatementSpan } from "../tracing/spans.ts";
import { setServer, type DatabaseServer, type PrimaryFinder } from "./primary-finder.ts";

/** Parameters that the server reports for each new connection and after each change (PostgreSQL manual, 54.2.7). */
const READ_ONLY_PARAMETERS = new Set(["in_hot_standby", "default_transaction_read_only"]);
const READ_ONLY_TRANSACTION = "25006";
/** SQLSTATEs of statements that name a column, a table or a function that the schema does not have. */
const SCHEMA_MISMATCHES = new Set(["42703", "42P01", "42883"]);
const SCHEMA_CHECK_TIMEOUT_MS = 2_000;

/**
 * A connection to the shop's database. If a statement gets no response within the driver's `query_timeout`, the
 * connection is closed and does not return to its pool. With several servers it connects to the one that accepts
 * writes, and is closed once that server is read-only. A statement that fails because a newer version of the shop has
 * migrated the database is answered with `ServiceUnavailable`: this process is about to be replaced.
 */
export class ShopClient extends pg.Client {
  protected readonly checksSchema: boolean = true;
  private readonly config: DatabaseConfig;
  private readonly isPooler: boolean;
  private readonly primaryFinder: PrimaryFinder | undefined;
  private server: DatabaseServer | undefined;
  private readonly readOnlyParameters = new Set<string>();

  constructor(config: DatabaseConfig = {}) {
    super(config);
    // A lost connection fails its statements. Without a listener it would also end the process, at any moment: pools
    // add theirs only after the promise of `connect` is settled.
    this.on("error", () => {});
    this.config = config;
    this.isPooler = config.isPooler ?? false;
    this.primaryFinder = config.primaryFinder;
    if (this.primaryFinder) this.watchReadOnly();
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    if (!this.primaryFinder)
      return callback ? super.connect(callback) : (super.connect() as Promise<unknown> as Promise<this>);
    const connectResult = this.connectToPrimary(this.primaryFinder);
    if (!callback) return connectResult;
    connectResult.then(() => callback(null as unknown as Error), callback);
  }

  private async connectToPrimary(finder: PrimaryFinder): Promise<this> {
    this.server = await finder.getPrimary();
    setServer(this, this.server);
    try {
      await super.connect();
      if (this.readOnlyParameters.size > 0) throw new ServiceUnavailable("The database server has become read-only");
      this.once(
        "end",
        finder.trackConnection(this.server, () => destroyConnection(this)),
      );
      return this;
    } catch (error) {
      this.abandonServer();
      throw error;
    }
  }

  private watchReadOnly(): void {
    connectionOf(this).on("parameterStatus", ({ parameterName: name, parameterValue: value }) => {
      if (!READ_ONLY_PARAMETERS.has(name)) return;
      if (value === "on") this.readOnlyParameters.add(name);
      else this.readOnlyParameters.delete(name);
      if (this.readOnlyParameters.size > 0) this.abandonServer();
    });
  }

  /** Closes the connection. With several servers, the next connection searches for the primary again. */
  private abandonServer(): void {
    if (this.server) this.primaryFinder?.reportFailure(this.server);
    destroyConnection(this);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the arguments of pg's overloads are passed on unchanged
  override query(...args: any[]): any {
    if (this.isPooler) args[0] = withoutName(args[0]);
    const endSpan = traceStatement(args);
    const callback: unknown = args.at(-1);
    // With a callback, as pools call it.
    if (typeof callback === "function") {
      args[args.length - 1] = (error: DatabaseFailure | null, ...results: unknown[]) => {
        const call = (failure: unknown) => (callback as (...parameters: unknown[]) => void)(failure, ...results);
        // oxlint-disable-next-line promise/no-promise-in-callback -- pools pass callbacks, and the check is a promise
        if (error && this.mayMismatchSchema(error)) void this.explain(error).then(call);
        else call(error);
      };
    }
    const answer: unknown = (super.query as (...parameters: unknown[]) => unknown).apply(this, args);
    if (!(answer instanceof Promise)) return answer;
    if (endSpan) answer.then(() => endSpan(), endSpan);
    const explainedAnswer = answer.catch(async (error: DatabaseFailure) => {
      if (error.message === "Query read timeout") this.abandonServer();
      else if (this.primaryFinder && error.code === READ_ONLY_TRANSACTION) this.abandonServer();
      throw this.mayMismatchSchema(error) ? await this.explain(error) : error;
    });
    // A caller may ignore the answer. Without a listener its failure would end the process.
    explainedAnswer.catch(() => {});
    return explainedAnswer;
  }

  private mayMismatchSchema(error: DatabaseFailure): boolean {
    return this.checksSchema && SCHEMA_MISMATCHES.has(error.code ?? "");
  }

  /** The failure of a statement that does not fit the schema: `ServiceUnavailable` if the schema is a newer one. */
  private async explain(error: DatabaseFailure): Promise<Error> {
    return (await isSchemaNewer(this.config))
      ? new ServiceUnavailable("A newer version of the shop has migrated the database", { cause: error })
      : error;
  }
}

type DatabaseFailure = Error & { code?: string };

/** Reads which migrations are applied. Its own failures are not explained by reading them again. */
class SchemaCheckClient extends ShopClient {
  protected override readonly checksSchema = false;
}

/** The running check of each database, which concurrent failures share. */
const runningChecks = new Map<string, Promise<boolean>>();

function isSchemaNewer(config: DatabaseConfig): Promise<boolean> {
  const key = `${config.host} ${config.port} ${config.database}`;
  const check = runningChecks.get(key) ?? readIsSchemaNewer(config).finally(() => runningChecks.delete(key));
  runningChecks.set(key, check);
  return check;
}

/** Whether the database has migrations that this program does not know. False if that cannot be read. */
async function readIsSchemaNewer(config: DatabaseConfig): Promise<boolean> {
  // A connection of its own: the transaction of the failed statement is aborted.
  const client = new SchemaCheckClient({
    ...config,
    // A pool hides the password from copies of its options.
    password: config.password,
    application_name: "escaparate schema check",
    connectionTimeoutMillis: SCHEMA_CHECK_TIMEOUT_MS,
    query_timeout: SCHEMA_CHECK_TIMEOUT_MS,
  });
  try {
    await client.connect();
    await isMigrated(client);
    return false;
  } catch (error) {
    return error instanceof SchemaTooNew;
  } finally {
    client.end().catch(() => {});
  }
}

/**
 * Starts the span of a statement. With a callback, as pools call it, the callback ends the span. Otherwise the returned
 * function does.
 */
function traceStatement(args: unknown[]): ((error?: unknown) => void) | undefined {
  const [query] = args;
  const text = typeof query === "string" ? query : (query as { text?: string } | undefined)?.text;
  const end = text === undefined ? undefined : startStatementSpan(text);
  const callback = args.at(-1);
  if (!end || typeof callback !== "function") return end;
  args[args.length - 1] = (error: unknown, ...results: unknown[]) => {
    end(error);
    (callback as (...parameters: unknown[]) => void)(error, ...results);
  };
  return undefined;
}

/**
 * A prepared statement belongs to one connection of the server. Behind a pooler in transaction mode the next statement
 * may run on another one, so none is prepared.
 */
function withoutName(query: unknown): unknown {
  if (typeof query !== "object" || query === null || !("name" in query) || "submit" in query) return query;
  const { name: _name, ...unnamedQuery } = query;
  return unnamedQuery;
}

interface DriverConnection {
  stream: { destroy(): void };
  on(event: "parameterStatus", listen: (message: { parameterName: string; parameterValue: string }) => void): void;
}

/** The driver's own connection, which is missing from its types. */
function connectionOf(client: pg.Client): DriverConnection {
  return (client as unknown as { connection: DriverConnection }).connection;
}

/** Closes the connection at once, without notifying the server. */
export function destroyConnection(client: pg.Client): void {
  connectionOf(client).stream.destroy();
}
