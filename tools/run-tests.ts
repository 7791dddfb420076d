/**
 * Runs everything that CI checks (`npm test`). At the end it prints the duration of each step and the summaries of
 * the tests.
 */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

interface Step {
  script: string;
  /**
   * The part of the output that is printed again at the end: the lines that match `failure`, and all lines after the
   * last match of `after`.
   */
  summary?: { after: RegExp; failure: RegExp };
}

/** Generates the types of routes, which the compiler and the linter read. */
const TYPEGEN: Step = { script: "typegen" };
/** The checks run at the same time. If one fails, the test runners are not started. */
const CHECKS: Step[] = [
  { script: "typecheck" },
  { script: "lint" },
  { script: "dead-code" },
  { script: "docs" },
  { script: "format" },
];
/** Runs at the same time as the checks and the first tests, because it mostly waits. */
const STORM: Step = { script: "storm", summary: { after: /: (?:not )?recovered/, failure: /^ *VIOLATED/ } };
/** The test runners, which run one after the other, even if one fails. */
const RUNNERS: Step[] = [
  { script: "unit", summary: { after: /^ *[✓❯↓] /, failure: /^ *FAIL / } },
  { script: "e2e", summary: { after: /^ +[✓✘-] +\d+ /, failure: /^ +✘ / } },
];

interface Outcome {
  passed: boolean;
  seconds: number;
  summary: string[];
}

/**
 * The tests' databases and files are stored in memory if this much is free. Writing them to disk takes a tenth of the
 * total time.
 */
const MIN_FREE_MEMORY_BYTES = 8 * 2 ** 30;
/**
 * With this setting the compiler and the type-aware linter, which are written in Go, collect garbage less often and use
 * more memory.
 */
const GOGC = "400";
const testFolder = makeTestFolder();
const outcomes = new Map<string, Outcome>();
const storm = run(STORM, { TMPDIR: testFolder });
outcomes.set(TYPEGEN.script, await run(TYPEGEN));
const checkOutcomes = await Promise.all(CHECKS.map(async (step) => [step.script, await run(step)] as const));
for (const [script, outcome] of checkOutcomes) outcomes.set(script, outcome);
const didChecksPass = [...outcomes.values()].every(({ passed }) => passed);
if (didChecksPass) {
  for (const step of RUNNERS) outcomes.set(step.script, await run(step, { TMPDIR: testFolder }));
}
outcomes.set(STORM.script, await storm);
rmSync(testFolder, { recursive: true, force: true });
console.log();
for (const [script, { passed, seconds }] of outcomes) {
  console.log(`${passed ? "passed" : "FAILED"}  ${script.padEnd(10)} ${seconds} s`);
}
for (const { summary } of outcomes.values()) if (summary.length > 0) console.log(`\n${summary.join("\n")}`);
process.exitCode = [...outcomes.values()].every(({ passed }) => passed) ? 0 : 1;

function makeTestFolder(): string {
  const memoryFolder = "/dev/shm";
  const hasRoom = existsSync(memoryFolder) && freeBytes(memoryFolder) >= MIN_FREE_MEMORY_BYTES;
  const folder = mkdtempSync(path.join(hasRoom ? memoryFolder : tmpdir(), "escaparate-"));
  // PostgreSQL, PgBouncer and Varnish run as other users.
  chmodSync(folder, 0o755);
  return folder;
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function run({ script, summary }: Step, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const startedAt = performance.now();
  // The cache helps because the tools and the tests' workers load the same modules many times.
  const NODE_COMPILE_CACHE = path.join(tmpdir(), "node-compile-cache");
  const child = spawn("npm", ["run", "-s", script], {
    env: { NODE_COMPILE_CACHE, GOGC, ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.setEncoding("utf8").on("data", (chunk: string) => {
      to.write(chunk);
      output += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (code) => {
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      resolve({ passed: code === 0, seconds, summary: summary ? readSummary(output, summary) : [] });
    });
  });
}

function readSummary(output: string, { after, failure }: NonNullable<Step["summary"]>): string[] {
  const lines = stripVTControlCharacters(output).trimEnd().split("\n");
  const end = lines.findLastIndex((line) => after.test(line)) + 1;
  return [...lines.slice(0, end).filter((line) => failure.test(line)), ...lines.slice(end)].filter((line) =>
    line.trim(),
  );
}
