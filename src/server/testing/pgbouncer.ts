import { spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg, { type PoolConfig } from "pg";
import { choosePostgresUser } from "../db/postgres-user.ts";

/** Whether this machine has PgBouncer (Debian: `pgbouncer`). Tests that need it are skipped without it. */
export const HAS_PGBOUNCER = spawnSync("pgbouncer", ["--version"]).status === 0;

interface Pooler {
  /** How to connect to the test's database through the pooler. */
  databaseConfig: PoolConfig;
  /** The number of connections to the server that the pooler has open now. */
  countServerConnections(): Promise<number>;
  stop(): Promise<void>;
}

const PORT = 6432;

/** Starts PgBouncer in transaction mode in front of a test's database, with this many connections to the server. */
export async function startPgBouncer(databaseConfig: PoolConfig, connectionCount: number): Promise<Pooler> {
  const folder = mkdtempSync(path.join(tmpdir(), "escaparate-pool-"));
  const settingsPath = path.join(folder, "pgbouncer.ini");
  writeFileSync(
    settingsPath,
    `[databases]
* = host=${databaseConfig.host} port=${databaseConfig.port} user=${databaseConfig.user}
[pgbouncer]
pool_mode = transaction
default_pool_size = ${connectionCount}
server_login_retry = 1
max_client_conn = 500
auth_type = any
listen_port = ${PORT}
unix_socket_dir = ${folder}
`,
  );
  // Like PostgreSQL, PgBouncer refuses to run as root.
  const { uid, gid } = choosePostgresUser([folder]);
  if (uid !== undefined) chownSync(folder, uid, gid!);
  const child = spawn("pgbouncer", ["-q", settingsPath], { stdio: "ignore", ...(uid !== undefined && { uid, gid }) });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const poolerConfig = { ...databaseConfig, host: folder, port: PORT };
  await waitUntilConnectable(poolerConfig);
  return {
    databaseConfig: poolerConfig,
    countServerConnections: () => countServerConnections(poolerConfig),
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilConnectable(databaseConfig: PoolConfig): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(databaseConfig);
    client.on("error", () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (attempt === 100) throw error;
      await sleep(50);
    }
  }
}

/** Reads PgBouncer's admin console, which lists one row for each connection. */
async function countServerConnections(databaseConfig: PoolConfig): Promise<number> {
  const admin = new pg.Client({ ...databaseConfig, database: "pgbouncer" });
  await admin.connect();
  const { rows } = await admin.query<{ database: string }>("SHOW SERVERS");
  await admin.end();
  return rows.filter(({ database }) => database === databaseConfig.database).length;
}
