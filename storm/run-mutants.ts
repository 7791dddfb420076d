import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MUTANTS, type Mutant } from "./mutants.ts";
import { runStorm, type StormOptions } from "./storm.ts";

/** What a program needs to run; the rest is linked. */
const COPIED = ["src", "demo", "db", "package.json", "vite.config.ts", "react-router.config.ts", "tsconfig.json"];
const LINKED = ["node_modules", "build"];
const SEEDS = [1, 2, 3];

/**
 * Runs a storm over each mutant with these words in its name until one finds a violation. Returns the names of the
 * mutants that none noticed.
 */
export async function runMutants(options: StormOptions, words: string): Promise<string[]> {
  const mutants = MUTANTS.filter(({ name }) => name.includes(words));
  const missed: string[] = [];
  for (const mutant of mutants) {
    const violation = await findViolation(mutant, options);
    console.log(
      `${violation === undefined ? "MISSED" : "caught"}  ${mutant.name}${violation ? `\n          ${violation}` : ""}`,
    );
    if (violation === undefined) missed.push(mutant.name);
  }
  console.log(`${mutants.length - missed.length} of ${mutants.length} mutants caught`);
  return missed;
}

async function findViolation(mutant: Mutant, options: StormOptions): Promise<string | undefined> {
  const root = makeProgram(mutant, options.root);
  try {
    for (const seed of SEEDS) {
      const { violations } = await runStorm({ ...options, root, seed, report: () => {} });
      if (violations.length > 0) return violations[0]!.slice(0, 160);
    }
    return undefined;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** A copy of the program with one line changed. Its file keeps its time, so that the pages are not built again. */
function makeProgram({ file, find, replace }: Mutant, root: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "escaparate-mutant-"));
  for (const name of COPIED) execFileSync("cp", ["-a", path.join(root, name), folder]);
  for (const name of LINKED) symlinkSync(path.join(root, name), path.join(folder, name));
  const changed = path.join(folder, file);
  const { atime, mtime } = statSync(changed);
  writeFileSync(changed, readFileSync(changed, "utf8").replace(find, replace));
  utimesSync(changed, atime, mtime);
  return folder;
}
