import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderInUse } from "./cluster-lock.ts";
import { findRunningCluster, startCluster, type Cluster, type ServerConfig } from "./embedded-postgres.ts";

let dataDir: string;
let cluster: Cluster | undefined;
const options = () => ({ dataDir, settings: { fsync: "off" }, warn: () => {} });

beforeEach(() => {
  // Like `mktemp -d`: not accessible to the user that PostgreSQL runs as when we are root.
  dataDir = mkdtempSync(path.join(tmpdir(), "escaparate-cluster-"));
});
afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function query<Row>(serverConfig: ServerConfig, text: string): Promise<Row[]> {
  const client = new pg.Client({ ...serverConfig, database: "postgres" });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows as Row[];
}

test("a cluster that was created in an empty folder has its data after a restart", async () => {
  cluster = await startCluster(options());
  await query(cluster.serverConfig, "CREATE TABLE stored AS SELECT 42 AS answer");
  await cluster.stop();
  cluster = await startCluster(options());
  expect(await query(cluster.serverConfig, "SELECT answer FROM stored")).toEqual([{ answer: 42 }]);
});

test("one of several concurrent starts on a folder succeeds, and the others are refused", async () => {
  const answers = await Promise.allSettled([startCluster(options()), startCluster(options()), startCluster(options())]);
  const started = answers.filter((answer) => answer.status === "fulfilled");
  const refused = answers.filter((answer) => answer.status === "rejected");
  cluster = started[0]?.value;
  expect([started.length, refused.length]).toEqual([1, 2]);
  expect(refused.every((answer) => answer.reason instanceof FolderInUse)).toBe(true);
  expect(refused[0]?.reason.message).toContain(String(process.pid));
});

test("a start takes over the server of a killed process", async () => {
  const program = `
    import { startCluster } from ${JSON.stringify(path.resolve(import.meta.dirname, "embedded-postgres.ts"))};
    await startCluster(${JSON.stringify({ dataDir, settings: { fsync: "off" } })});
    process.kill(process.pid, "SIGKILL");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" });
  await new Promise((ended) => child.once("exit", ended));
  const [pidBefore] = readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
  cluster = await startCluster(options());
  expect(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]).toBe(pidBefore);
  expect(await query(cluster.serverConfig, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("after the server was killed, a start waits until it has ended and starts a new one with its data", async () => {
  cluster = await startCluster(options());
  await query(cluster.serverConfig, "CREATE TABLE stored AS SELECT 7 AS answer");
  const pid = readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]!;
  execFileSync("kill", ["-9", pid]);
  await cluster.stop();
  cluster = await startCluster(options());
  expect(await query(cluster.serverConfig, "SELECT answer FROM stored")).toEqual([{ answer: 7 }]);
});

test("a server that ends while its process runs is restarted", async () => {
  cluster = await startCluster(options());
  const pid = readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]!;
  execFileSync("kill", ["-9", pid]);
  await expect
    .poll(() => query(cluster!.serverConfig, "SELECT 1 AS one").catch(() => []), { timeout: 15_000 })
    .toEqual([{ one: 1 }]);
});

test("another process finds the running server, or none", async () => {
  expect(await findRunningCluster(dataDir)).toBeUndefined();
  cluster = await startCluster(options());
  expect(await findRunningCluster(dataDir)).toEqual(cluster.serverConfig);
});
